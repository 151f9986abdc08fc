// The nodes of std::list: a ring through a sentinel.
#include <list>

namespace std::__detail {

void _List_node_base::_M_hook(_List_node_base* position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  _M_prev->_M_next = this;
  position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

// Moves [first, last) before this node.
void _List_node_base::_M_transfer(_List_node_base* first, _List_node_base* last) noexcept {
  if (this == last) return;
  _List_node_base* const back = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  first->_M_prev = _M_prev;
  _M_prev->_M_next = first;
  back->_M_next = this;
  _M_prev = back;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

// An empty ring's sentinel points to itself, also after the swap.
void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const bool a_empty = a._M_next == &a, b_empty = b._M_next == &b;
  const _List_node_base from_a = a, from_b = b;
  const auto adopt = [](_List_node_base& sentinel, const _List_node_base& ring, bool empty) {
    sentinel = ring;
    if (empty) sentinel._M_next = sentinel._M_prev = &sentinel;
    sentinel._M_next->_M_prev = sentinel._M_prev->_M_next = &sentinel;
  };
  adopt(a, from_b, b_empty);
  adopt(b, from_a, a_empty);
}

}  // namespace std::__detail
