/* Each construct of the language once; constructs.cpp says what it gives. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "constructs.h"

#define FIND(x) found->value[found->count++] = (x)
#define LENGTH 64

void sums_of_odd_and_even(Found *found) {
  int odd_sum = 0, even_sum = 0;
  shape [LENGTH]a;
  int:a node_no;
  with(a) {
    node_no = pcoord(0);
    where(node_no % 2)
      odd_sum += node_no;
    else
      even_sum += node_no;
  }
  FIND(odd_sum);
  FIND(even_sum);
}

void elementwise_operators(Found *found) {
  shape [8]a;
  int s = 3;
  int:a p = 5, q, r;
  double:a d;
  bool:a b;
  with(a) {
    FIND((+= p));
    q = pcoord(0) - 4;
    r = p + q * s;
    FIND((+= r));
    r = (~q & 7) | (8 ^ 1);
    FIND((+= r));
    r = q << 2 >> 1;
    FIND((+= r));
    r = q %% 3 - q % 3;
    FIND((+= r));
    r = !q + (q != 0 && 12 / q > 3) + (q == 0 || 12 / q < -3);
    FIND((+= r));
    r = q > 0 ? q : -q;
    FIND((+= r));
    r = s > 2 ? +q : p;
    FIND((+= r));
    b = q;
    FIND((+= b));
    d = (double:current)q / 2;
    FIND((+= d));
    d = sqrt(fabs(d)) * pow(d, 2);
    FIND((+= d) > 3.0);
    r = q <? 1 >? -2;
    FIND((+= r));
    p += q, p -= 1, p *= 2, p /= 3, p %= 4, p <<= 3, p >>= 1, p |= 1, p &= 7, p ^= 2;
    FIND((+= p));
    q = r = p;
    p++;
    FIND(s <? 2 + (1 >? 5));
    FIND(-7 %% 3);
  }
}

void reductions(Found *found) {
  shape [10]a;
  int:a p;
  int s = 100;
  double x = 0.5;
  with(a) {
    p = pcoord(0) + 1;
    s += p;
    FIND(s);
    s -= p;
    FIND(s);
    s &= p + 240;
    FIND(s);
    s |= p;
    FIND(s);
    s ^= p;
    FIND(s);
    s <?= p - 5;
    FIND(s);
    s >?= p;
    FIND(s);
    s <?= 3;
    FIND(s);
    FIND((-= p));
    FIND((<?= p));
    FIND((>?= -p));
    FIND((&= (p + 16)));
    FIND((^= p));
    x += p * 0.5;
    FIND(x);
    where(p > 8) FIND((+= p));
    FIND((int)(p * 0 + 7));
    p <?= 5;
    FIND((+= p));
  }
}

void left_indices(Found *found) {
  int i = 2;
  shape [4][6]a, [6]b;
  int:a p, q = 0;
  int:b to, line = 0;
  with(a) p = pcoord(0) * 10 + pcoord(1);
  FIND([3][5]p);
  FIND([i][i + 1]p);
  [1][1]q = 7;
  [1][2]q = [3][4]p;
  [1][3]q = [1][1]q + [1][2]q;
  [1][3]q += 100;
  [1][3]q <?= 1000;
  FIND([1][1]q);
  FIND([1][2]q);
  FIND([1][3]q);
  with(b) {
    to = (pcoord(0) + 2) %% 6;
    [to]line = [i][to]p;
    FIND((+= line));
  }
  with(b) {
    to = pcoord(0) / 2;
    [to]line += pcoord(0);
    FIND([0]line);
    FIND([2]line);
    [to]line >?= 25;
    FIND([1]line);
    [to]line -= 1;
    FIND([1]line);
    to = [to]line;
    FIND([4]to);
    FIND((+= [3][to %% 6]p));
  }
}

void grid_communication(Found *found) {
  shape [4][4]g;
  int:g p, q = 0;
  with(g) {
    p = pcoord(0) * 4 + pcoord(1);
    q = [(pcoord(0) + 1) %% 4][pcoord(1)]p;
    FIND([3][2]q);
    q = [.][(. - 1) %% 4]p;
    FIND([3][0]q);
    where(pcoord(1) < 3) [.][. + 1]q = p;
    FIND([2][3]q);
    FIND([2][0]q);
    [.][(. + 1) %% 4]q += p;
    FIND([2][3]q);
  }
}

struct pair {
  char first;
  double second;
};

void arrays_and_structures(Found *found) {
  int j;
  shape [9]a;
  double:a rows[5];
  struct pair:a t;
  with(a) {
    for (j = 0; j < 5; j++) rows[j] = pcoord(0) * 10 + j;
    rows[2] += rows[3] * 2 - [(pcoord(0) + 1) %% 9]rows[1];
    FIND([8]rows[2]);
    t.first = pcoord(0);
    t.second = t.first + 0.5;
    [4]t.second = 100;
    FIND((+= t.second));
    FIND([5]t.first);
  }
}

static int:current twice(int:current x) {
  x = 2 * x;
  return x;
}
static int count(int:current flags) { return (+= (flags != 0)); }
static void set(double:current *p, double value) { *p = value; }
static int:current prototyped(int, int:current y);

void functions(Found *found) {
  shape [12]a;
  int:a p, q = 3;
  double:a d;
  with(a) {
    p = pcoord(0);
    q = twice(p) + twice(q + 1);
    FIND((+= q));
    FIND((+= p));
    where(p > 4) FIND(count(q));
    set(&d, 1.5);
    FIND((+= d));
    FIND((+= prototyped(10, p)));
  }
}

static int:current prototyped(int x, int:current y) {
  if (x > 5) return x;
  return y;
}

static int first_above(int:current p, int limit) {
  int i;
  for (i = 0; i < 100; i++)
    where(p == i) {
      int there = (|= (p == i));
      if (there && i > limit) return i;
      if (i == 50) break;
      continue;
    }
  return -1;
}

void leaving_blocks(Found *found) {
  int rounds = 0;
  shape [8]a;
  int:a p;
  with(a) {
    p = pcoord(0) * 7;
    FIND(first_above(p, 30));
    FIND(first_above(p, 60));
    FIND((+= (p * 0 + 1)));
    while (1)
      where(p > 7) {
        if (++rounds == 3) break;
      }
    FIND(rounds);
    FIND((+= (p * 0 + 1)));
  }
}

void contexts(Found *found) {
  shape [10][3]a, [5]b;
  int:a p = 0;
  int:b other = 1;
  with(a) {
    where(pcoord(0) < 6) {
      where(pcoord(1) == 1)
        p = 1;
      else {
        p = 2;
        with(b) FIND((+= other));
        FIND((+= (p * 0 + 1)));
      }
      if (found->count > 100)
        where(p > 1) p = 50;
      else
        p += 10;
    }
    else p = -1;
    FIND((+= p));
    FIND((>?= p));
    where(p > 1000) FIND((+= p));
  }
}

void intrinsics(Found *found) {
  shape [4][8]a;
  int:a p;
  double:a rows[3];
  FIND(positionsof(a));
  FIND(positionsof(p));
  FIND(rankof(a));
  FIND(dimof(p, 1));
  FIND(boolsizeof(p));
  FIND(boolsizeof(rows));
  with(a) FIND((>?= pcoord(1)));
}

typedef unsigned long word;
enum colour { red, green = 5, blue };
static int apply(int (*f)(const char *), const char *text) { return f(text); }
static int add_all(int n, ...) {
  int sum = 0;
  va_list list;
  va_start(list, n);
  while (n-- > 0) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

/* Words of C++, pointers, unions, labels, ... */
void plain_c(Found *found) {
  static const char text[] = "1" "2";
  int class = 4, new[2][2] = {{1, 2}, {3, 4}}, *this = &new[1][0];
  struct pair private = {.first = 'a', .second = 2.5}, *pointer = &private;
  union {
    int i;
    unsigned char bytes[4];
  } both;
  word w = (word)class << 2;
  size_t length = strlen(text);
  FIND(w + length);
  FIND(this[1] + *this);
  FIND(pointer->second + private.first);
  FIND(apply(atoi, text));
  FIND(add_all(3, 1, 2, blue));
  both.i = 0x01020304;
  FIND(both.bytes[1]);
  do {
    switch (class--) {
      case 3: goto end;
      default: continue;
    }
  } while (class);
end:
  FIND(class);
  FIND(sizeof(struct pair) == sizeof private && sizeof class == 4);
}
