#pragma once
int thrice(int value);
