// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_figures.h"

#include <math.h>

static gboolean within(double value, const FioAmount *amount, FioRounding rounding) {
  double low, high;
  fio_amount_bounds(amount, rounding, &low, &high);
  return value >= low && value <= high;
}

/* Before 2.17 the text does not tell whether KB are 1024 bytes or, with kb_base=1000, 1000: the count does.
 */
static gboolean agrees(double bytes, const FioFlowLine *rates, FioRounding rounding) {
  if (within(bytes, &rates->bytes, rounding)) return TRUE;
  FioAmount decimal = rates->bytes;
  decimal.binary = FALSE;
  return rates->old && within(bytes, &decimal, rounding);
}

/* Printed IOPS are whole below 1000, and may be off by half where people ask for one significant figure. */
static gboolean far_apart(double printed, double counted) {
  return printed >= 0 && fabs(printed - counted) > MAX(1.5, 0.5 * counted);
}

/* The mixed line of 3.27 to 3.38 says 0 whatever was done; only the count tells whether it is so. */
static gboolean is_blank(FioOp op, const FioFlowLine *rates, double ios) {
  return op == FIO_MIXED && rates->iops == 0 && rates->bandwidth.number <= 0 && ios != 0;
}

static void recover_bytes(FioFigures *figures, const FioBlock *block, FioOp op, double block_size,
                          const char *version) {
  const FioFlowLine *rates = &block->flows[op]->rates;
  gboolean failed = block->header != NULL && block->header->error != 0;
  guint slots = op == FIO_MIXED ? ~0U : 1U << op;
  if (block_size == 0 || figures->ios < 0 || figures->bytes < 0 || failed || block->target) return;
  if ((block->issued.shortened & slots) != 0) return;
  double bytes = figures->ios * block_size;
  if (!agrees(bytes, rates, fio_rounding_of(version, rates->old))) return;
  figures->bytes = bytes;
  if (rates->msec > 0) figures->bandwidth = bytes * 1000 / (double)rates->msec;
}

FioFigures fio_figures_of(const FioBlock *block, FioOp op, guint64 block_size, const char *version) {
  const FioFlowLine *rates = &block->flows[op]->rates;
  FioFigures figures = {-1, -1, -1, -1, -1, FALSE};
  guint64 ios = 0;
  if (fio_block_ios(block, op, &ios)) figures.ios = (double)ios;
  if (rates->msec >= 0) figures.seconds = (double)rates->msec / 1000;
  gboolean blank = is_blank(op, rates, figures.ios);
  if (!blank && rates->bytes.number >= 0) figures.bytes = fio_amount_value(&rates->bytes);
  /* No time went by: a rate would be a guess. */
  if (rates->msec == 0) return figures;
  if (!blank && rates->bandwidth.number >= 0) figures.bandwidth = fio_amount_value(&rates->bandwidth);
  if (!blank) figures.iops = rates->iops;
  if (figures.ios >= 0 && rates->msec > 0) {
    double counted = figures.ios * 1000 / (double)rates->msec;
    figures.inconsistent = !blank && !block->target && far_apart(rates->iops, counted);
    figures.iops = counted;
  }
  recover_bytes(&figures, block, op, (double)block_size, version);
  return figures;
}

gboolean fio_figures_exceed(const FioStatusLine *sum, const GPtrArray *blocks, FioOp op,
                            const char *version) {
  double low, high, block_low, block_high, most = 0;
  if (sum->bytes.number < 0) return FALSE;
  for (guint i = 0; i < blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(blocks, i);
    const FioFlow *flow = block->flows[op];
    if (flow == NULL) continue;
    gboolean blank = op == FIO_MIXED && flow->rates.bytes.number == 0;
    if (flow->rates.bytes.number < 0 || blank) return FALSE;
    fio_amount_bounds(&flow->rates.bytes, fio_rounding_of(version, flow->rates.old), &block_low, &block_high);
    most += block_high;
  }
  fio_amount_bounds(&sum->bytes, fio_rounding_of(version, sum->old), &low, &high);
  /* Each kind of line rounds in its own way. */
  return low > most * 1.01;
}
