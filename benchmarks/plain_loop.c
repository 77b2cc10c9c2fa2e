/* What the machine can do, for benchmarks/check.py: table look-ups and additions in a plain loop.

   It prints the processor seconds that it took. The table is as large as those of the engines' sweeps. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CELLS = 1 << 16, ROUNDS = 60000000 };

int main(void)
{
    int32_t *table = malloc(CELLS * sizeof(int32_t));
    uint32_t state = 1;
    int64_t total = 0;
    if (table == NULL)
        return 1;
    for (uint32_t i = 0; i < CELLS; i++)
        table[i] = (int32_t)(i * 2654435761u >> 8);
    clock_t start = clock();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        state = state * 1664525u + 1013904223u;
        total += table[state >> 16] * (int32_t)(i & 7);
        table[state >> 16 ^ 1] += (int32_t)i;
    }
    printf("%.6f %lld\n", (double)(clock() - start) / CLOCKS_PER_SEC, (long long)total);
    free(table);
    return 0;
}
