// std::hash of bytes, and the number of buckets of std::unordered_map and std::unordered_set.
#include <string>
#include <unordered_map>

namespace {

bool is_prime(std::size_t n) {
  for (std::size_t divisor = 2; divisor * divisor <= n; ++divisor) {
    if (n % divisor == 0) return false;
  }
  return n >= 2;
}

}  // namespace

// FNV-1a (Fowler, Noll, Vo), 32 bits.
std::size_t std::_Hash_bytes(const void* data, size_t bytes, size_t seed) {
  size_t hash = seed ^ 2166136261u;
  for (const auto* byte = static_cast<const unsigned char*>(data); bytes != 0; --bytes) {
    hash = (hash ^ *byte++) * 16777619u;
  }
  return hash;
}

namespace std::__detail {

// The next prime: keys that differ by a common factor still spread.

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  while (!is_prime(wanted)) ++wanted;
  _M_next_resize = static_cast<size_t>(static_cast<float>(wanted) * _M_max_load_factor);
  return wanted;
}

// Whether `more` elements besides `elements` need more than `buckets` buckets, and how many.
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t more) const {
  if (elements + more <= _M_next_resize) return {false, 0};
  const auto needed =
      static_cast<size_t>(static_cast<float>(elements + more) / _M_max_load_factor) + 1;
  if (needed <= buckets) {
    _M_next_resize = static_cast<size_t>(static_cast<float>(buckets) * _M_max_load_factor);
    return {false, 0};
  }
  const size_t doubled = buckets * _S_growth_factor;
  return {true, _M_next_bkt(needed > doubled ? needed : doubled)};
}

}  // namespace std::__detail
