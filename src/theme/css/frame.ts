/**
 * The frame: one column below a band on a phone, a card from 860 px; from 1024 px on what the line's layout says
 * (`layouts.ts`), larger from 1440 px and roomier from 1600 px.
 */
export const frame = `
.frame { min-block-size: 100dvh; display: grid; }
.skip {
  position: fixed; inset-block-start: 8px; inset-inline-start: 8px; z-index: 9; padding: 12px 20px; translate: 0 -200%;
  border-radius: var(--radius); background: var(--accent); color: var(--text-on-accent); text-decoration: none;
}
.skip:focus { translate: none; }
.stage {
  display: grid; grid-template: auto 1fr auto / minmax(0, 1fr); min-inline-size: 0;
  padding: 8px 20px 12px;
}
/* Not before the page below has begun: what of it has arrived by a first paint would move as the rest comes. For browsers that know no rel=expect (tools/prerender.tsx). */
.top:not(:has(+ *)) { visibility: hidden; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; }
.home img { block-size: auto; }
.languages { display: flex; align-items: center; gap: 2px; margin-inline-end: -8px; }
.top .icon { inline-size: 18px; }
.languages ul { display: flex; flex-wrap: wrap; }
.languages a { display: block; padding: 11px 8px; text-decoration: none; line-height: 22px; }
.languages [aria-current] { color: var(--text); font-weight: 600; }
main { display: grid; align-content: start; justify-items: center; gap: 16px; padding-block: 12px 16px; }
/* The logo stands above the form's edge. */
.top, .banner, .content { inline-size: 100%; max-inline-size: 420px; min-inline-size: 0; justify-self: center; }
.content { position: relative; display: grid; gap: 12px; }
.banner { font-size: .875rem; text-align: center; }
.foot, .foot :is(p, nav, .links) { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 18px; text-align: center; text-wrap: balance; }
.foot a { padding-block: 11px; line-height: 22px; }
.hero { overflow: hidden; background: linear-gradient(165deg, var(--hero-from), var(--hero-to)); color: var(--hero-text); }
.hero img { inline-size: 100%; block-size: 100%; object-fit: cover; }
.hero-text { display: none; }
@media (max-width: 859px) {
  /* px of the band, by the window's height, so that sign-in is seen whole; the sheet or card begins a little above its end. */
  .frame { --b: clamp(118px, 28vh - 92px, 156px); }
  .frame > * { grid-area: 1/1; }
  .hero { block-size: var(--band); }
  .stage { position: relative; padding-block-end: 4px; }
  .home { padding-block: 10px; }
  .home img { inline-size: 112px; }
  /* The page's own language says itself. */
  .languages :is(.icon, [aria-current]) { display: none; }
  main { --gutter: 20px; gap: 4px; padding-block: 14px 0; }
}
@media (min-width: 860px) {
  .hero { display: none; }
  .stage { padding-inline: 40px; }
  .home img { inline-size: 168px; block-size: 36px; }
  main { align-content: center; padding-block: 8px; }
  /* The heading stands at one height on all pages with a form. */
  .split main { --lift: clamp(14px, 40vh - 296px + 6 * (3rem - var(--control)), 12vh); align-content: start; padding-block-start: var(--lift); }
  .top, .banner, .content { max-inline-size: 468px; }
  .content {
    gap: 16px; padding: 40px; border: 1px solid var(--border); border-radius: var(--radius-large);
    background: var(--surface); box-shadow: var(--shadow);
  }
}
@media (min-width: 1024px) {
  .split :is(.top, .content, .banner) { max-inline-size: 400px; }
  .split > .hero { display: grid; isolation: isolate; }
  .hero img { position: absolute; inset: 0; object-position: 50% 30%; }
  .hero-text { position: relative; isolation: isolate; display: block; align-self: end; padding: 8px 32px 32px; }
  .hero-text::before {
    content: ""; position: absolute; z-index: -1; inset: -96px 0 0;
    background: linear-gradient(transparent, var(--hero-to) 112px);
  }
  .tagline { font-size: var(--size-3); }
  .promise { margin-block-start: 12px; }
  .split .content { padding: 0; border: 0; background: none; box-shadow: none; }
}
@media (min-width: 1440px) {
  .hero-text { padding: 8px 56px 56px; }
  .tagline { font-size: var(--size-5); max-inline-size: 16em; }
  .tagline:lang(zh) { font-size: var(--size-4); }
}
@media (min-width: 1600px) { .split :is(.top, .content, .banner) { max-inline-size: 420px; } }
`;
