#include "hosted.h"

int thrice(int value) { return FACTOR * value; }
