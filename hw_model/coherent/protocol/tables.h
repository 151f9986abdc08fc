// SPDX-License-Identifier: Apache-2.0
// The text of the protocols' tables (format: protocol.h).
//
// Source: S. Ramos Garea and T. Hoefler, "Modelling Communications in Cache Coherent Systems"
// (2013), section 1.2 and figures 1.3 to 1.6.
#pragma once

namespace rc::coherent {

inline constexpr const char* kMesi = R"(protocol mesi
# own other action -> own other messages
I I read  -> E I request memory
I S read  -> S S request forward
I E read  -> S S request forward
I M read  -> S S request forward write-back
S I read  -> S I
S S read  -> S S
E I read  -> E I
M I read  -> M I
I I rfo   -> M I request memory
I S rfo   -> M I request forward invalidate
I E rfo   -> M I request forward invalidate
I M rfo   -> M I request forward invalidate
S I rfo   -> M I request
S S rfo   -> M I request invalidate
E I rfo   -> M I
M I rfo   -> M I
I I evict -> I I
I S evict -> I S
I E evict -> I E
I M evict -> I M
S I evict -> I I request
S S evict -> I S request
E I evict -> I I request
M I evict -> I I request write-back
)";

// The last core that asked holds the line in F and answers the next one. Without it, memory does.
inline constexpr const char* kMesif = R"(protocol mesif
# own other action -> own other messages
I I read  -> E I request memory
I S read  -> F S request memory
I F read  -> F S request forward
I E read  -> F S request forward
I M read  -> F S request forward write-back
S I read  -> S I
S S read  -> S S
S F read  -> S F
F I read  -> F I
F S read  -> F S
E I read  -> E I
M I read  -> M I
I I rfo   -> M I request memory
I S rfo   -> M I request memory invalidate
I F rfo   -> M I request forward invalidate
I E rfo   -> M I request forward invalidate
I M rfo   -> M I request forward invalidate
S I rfo   -> M I request
S S rfo   -> M I request invalidate
S F rfo   -> M I request invalidate
F I rfo   -> M I request
F S rfo   -> M I request invalidate
E I rfo   -> M I
M I rfo   -> M I
I I evict -> I I
I S evict -> I S
I F evict -> I F
I E evict -> I E
I M evict -> I M
S I evict -> I I request
S S evict -> I S request
S F evict -> I F request
F I evict -> I I request
F S evict -> I S request
E I evict -> I I request
M I evict -> I I request write-back
)";

}  // namespace rc::coherent
