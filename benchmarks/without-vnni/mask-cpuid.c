/* Answers each CPUID of the patched library as a processor with AVX2 and without AVX-512, VNNI and AMX would: patch.py made UD2 of them. */
#define _GNU_SOURCE
#include <cpuid.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

static const uint32_t LEAF7_EBX = 1u << 16 | 1u << 17 | 1u << 21 | 1u << 26 | 1u << 27 | 1u << 28 | 1u << 30 | 1u << 31;
static const uint32_t LEAF7_ECX = 1u << 1 | 1u << 6 | 1u << 11 | 1u << 12 | 1u << 14;
static const uint32_t LEAF7_EDX = 1u << 2 | 1u << 3 | 1u << 8 | 1u << 22 | 1u << 23 | 1u << 24 | 1u << 25;
static const uint32_t LEAF7_1_EAX = 1u << 4 | 1u << 5 | 1u << 21 | 1u << 23;
static const uint32_t LEAF7_1_EDX = 1u << 4 | 1u << 5 | 1u << 10 | 1u << 19;

static void answer(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const uint8_t *code = (const uint8_t *)registers[REG_RIP];
  if (code[0] != 0x0f || code[1] != 0x0b) abort();
  unsigned leaf = (unsigned)registers[REG_RAX], part = (unsigned)registers[REG_RCX], a, b, c, d;
  __cpuid_count(leaf, part, a, b, c, d);
  if (leaf == 7 && part == 0) b &= ~LEAF7_EBX, c &= ~LEAF7_ECX, d &= ~LEAF7_EDX;
  if (leaf == 7 && part == 1) a &= ~LEAF7_1_EAX, d &= ~LEAF7_1_EDX;
  registers[REG_RAX] = a, registers[REG_RBX] = b, registers[REG_RCX] = c, registers[REG_RDX] = d;
  registers[REG_RIP] += 2;
}

__attribute__((constructor)) static void begin(void) {
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGILL, &action, 0);
}
