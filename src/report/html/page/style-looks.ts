/** Colours, for the light and for the dark: one accent, and few others that say how something stands. */

const light = `color-scheme:light;
  --ground:#f8f8f6;--panel:#fff;--code:#fafaf8;--ink:#1b1f23;--quiet:#59626d;--line:#e2e4e7;--edge:#8b949e;
  --track:#eef0f1;--accent:#2350b8;--tint:#e9effb;--good:#14633f;--good-ground:#e2f3ea;--good-strong:#469f76;
  --bad:#9c2f1b;--bad-ground:#fcebe7;--left:#a5341e;--doubt:#6f4b00;--doubt-ground:#fbf1da;--doubt-strong:#d09a1f;
  --added:#e1f4e8;--removed:#fbe5e1;--grey:#aab2bb;`;

const dark = `color-scheme:dark;
  --ground:#121518;--panel:#191d21;--code:#14181b;--ink:#e4e7ea;--quiet:#9ba5b0;--line:#2b3138;--edge:#6b7580;
  --track:#23292f;--accent:#8db4ff;--tint:#1d2a44;--good:#85d9b0;--good-ground:#153226;--good-strong:#35885f;
  --bad:#ffa593;--bad-ground:#3b1e18;--left:#ff9d87;--doubt:#efc871;--doubt-ground:#372b11;--doubt-strong:#c4921f;
  --added:#14301f;--removed:#3a1d18;--grey:#6b7580;`;

const tones = `
.badge.good{color:var(--good);background:var(--good-ground);border-color:transparent}
.badge.bad{color:var(--bad);background:var(--bad-ground);border-color:transparent}
.badge.doubt{color:var(--doubt);background:var(--doubt-ground);border-color:transparent}
.badge.critical,.badge.high{font-weight:650}
.badge.low,.badge.info{color:var(--quiet)}
.bar .proven,.swatch .proven{fill:var(--good-strong)}
.bar .left,.swatch .left{fill:var(--left)}
.bar .dismissed,.swatch .dismissed{fill:var(--grey)}
.bar .earlier{fill:var(--good-strong);opacity:.35}
.bar .rest{fill:transparent}
.bar .accent{fill:var(--accent)}
.bar rect{stroke:var(--panel);stroke-width:1}
.bar line{stroke:var(--ink);stroke-width:2}
.hatch-ground{fill:var(--good-ground)}
.hatch-line{fill:var(--good-strong)}
`;

/** Paper is light. */
export const looks = `:root{${light}}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
${tones}`;
