// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/theme.h"

#define COLOURS 8

static const IodTheme light = {
    .dark = FALSE,
    .ground = 0xffffffff,
    .text = 0x1d2125ff,
    .muted = 0x5a636dff,
    .grid = 0xe4e7ebff,
    .axis = 0x8c959fff,
    .stripe = 0xf5f6f8ff,
    .band = 0x8c959f2e,
    .better = 0x0b6e4fff,
    .worse = 0xb3261eff,
    .neutral = 0x5a636dff,
};

static const IodTheme dark = {
    .dark = TRUE,
    .ground = 0x14181dff,
    .text = 0xe8ecf0ff,
    .muted = 0xa3adb8ff,
    .grid = 0x2b323aff,
    .axis = 0x6b7683ff,
    .stripe = 0x1b2026ff,
    .band = 0xa3adb82e,
    .better = 0x5fd6a4ff,
    .worse = 0xff8a75ff,
    .neutral = 0xa3adb8ff,
};

/* Blue, orange, green, vermilion, sky blue, purple, grey, yellow. */
static const IodColour on_light[COLOURS] = {0x0072b2ff, 0xe69f00ff, 0x009e73ff, 0xd55e00ff,
                                            0x56b4e9ff, 0xcc79a7ff, 0x7d8590ff, 0xf0e442ff};
/* The same, the dark ones lighter. */
static const IodColour on_dark[COLOURS] = {0x3b94d9ff, 0xe69f00ff, 0x22b387ff, 0xe8703aff,
                                           0x8accf2ff, 0xd98fb8ff, 0xaab2bcff, 0xf0e442ff};

const IodTheme *iod_theme(gboolean is_dark) {
  return is_dark ? &dark : &light;
}

static guint8 channel(IodColour colour, int shift) {
  return (guint8)(colour >> shift);
}

IodColour iod_mix(IodColour a, IodColour b, double share) {
  share = CLAMP(share, 0, 1);
  IodColour mixed = 0;
  for (int shift = 24; shift >= 0; shift -= 8) {
    double value = channel(a, shift) * (1 - share) + channel(b, shift) * share;
    mixed |= (IodColour)(value + 0.5) << shift;
  }
  return mixed;
}

IodColour iod_fade(IodColour colour, double alpha) {
  return (colour & 0xffffff00U) | (IodColour)(channel(colour, 0) * CLAMP(alpha, 0, 1) + 0.5);
}

IodLook iod_look(const IodTheme *theme, guint series) {
  IodColour colour = (theme->dark ? on_dark : on_light)[series % COLOURS];
  guint round = series / COLOURS % 4;
  IodColour strong = iod_mix(colour, theme->dark ? 0xffffffff : 0x000000ff, 0.35);
  IodLook look = {
      .fill = round == 0 ? colour : iod_mix(colour, theme->ground, 0.45),
      .edge = strong,
      /* Yellow on white is no line. */
      .line = !theme->dark && series % COLOURS == COLOURS - 1 ? iod_mix(colour, 0x000000ff, 0.25) : colour,
      .hatch = (IodHatch)round,
      .marker = (IodMarker)(series % 5),
      .dash = round * 3.0,
  };
  return look;
}

IodColour iod_verdict_colour(const IodTheme *theme, IodVerdict verdict) {
  switch (verdict) {
  case IOD_VERDICT_BETTER:
  case IOD_VERDICT_LIKELY_BETTER:
    return theme->better;
  case IOD_VERDICT_WORSE:
  case IOD_VERDICT_LIKELY_WORSE:
    return theme->worse;
  case IOD_VERDICT_NONE:
  case IOD_VERDICT_UNCLEAR:
  case IOD_VERDICT_SAME:
  case IOD_VERDICT_IDENTICAL:
    break;
  }
  return theme->neutral;
}

IodColour iod_heat_colour(const IodTheme *theme, double side) {
  static const IodColour better[2] = {0x2166acff, 0x4393d3ff}, worse[2] = {0xc2540aff, 0xe07b3aff};
  IodColour middle = theme->dark ? 0x2b323aff : 0xf3f4f6ff;
  return iod_mix(middle, (side > 0 ? better : worse)[theme->dark ? 1 : 0], ABS(side));
}

IodColour iod_text_on(IodColour ground) {
  double luma = 0.299 * channel(ground, 24) + 0.587 * channel(ground, 16) + 0.114 * channel(ground, 8);
  return luma > 140 ? 0x1d2125ff : 0xffffffff;
}
