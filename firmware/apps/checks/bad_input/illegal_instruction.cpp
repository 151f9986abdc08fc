// Runs UD2: vector 6.
int main() {
  asm volatile("ud2");
  return 0;
}
