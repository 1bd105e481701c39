// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: findings in words. All results are to be freed; series are the names to use, one a series. */
#ifndef IODELTA_REPORT_WORDING_H
#define IODELTA_REPORT_WORDING_H

#include "report/grid.h"
#include "report/view.h"

/* What can be said of a pair in a row: "WORSE", "unclear (12)", "differs", "only hostpath". */
char *iod_verdict_words(const IodRow *row, IodPair pair, const char *const *series);
char *iod_plain_verdict(IodVerdict verdict);         /* "WORSE", …, "unclear", "-" */
IodStyle iod_verdict_style(const IodVersus *versus); /* versus may be NULL */

/* "0.643*", "-"; the star where the quotient of the centres shown is clearly another. versus may be NULL. */
char *iod_ratio_words(const IodVersus *versus);
gboolean iod_ratio_starred(const IodVersus *versus);

/* "(0.533-0.870)", "1 run", "too few", "diff (2.40-3.90)"; NULL where nothing was compared. A tilde stands
 * behind an interval that supposes a distribution, for want of runs. */
char *iod_interval_words(const IodComparison *comparison, const IodLine *line, IodPair pair);
gboolean iod_interval_assumed(const IodComparison *comparison, const IodVersus *versus);

/* Who is best in a row: "jiva"; "(jiva)" where that is not proved; "tie"; "-". */
char *iod_winner_words(const IodComparison *comparison, const IodRow *row, const char *const *series);

/* The small picture of ratio and interval: right is better, the band as ":", 1.0 as "|", the estimate as "*".
 * NULL where there is nothing to draw. IOD_PICTURE_HEAD has its 1.0 in the same column. */
#define IOD_PICTURE_HEAD "worse :|: better"
char *iod_picture(const IodRow *row, IodPair pair);

/* A value of a label for people: sizes as "64k"; several values are parted by commas. */
char *iod_label_words(const char *name, const char *value);

#endif
