/**
 * The frame: one column on a phone, a card from 860 px, a plate with the illustration from 1024 px, two panes over
 * the whole window from 1440 px, roomier from 1600 px.
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
  padding: 8px max(20px, env(safe-area-inset-right)) max(12px, env(safe-area-inset-bottom)) max(20px, env(safe-area-inset-left));
}
/* Not before the page below has begun: what of it has arrived by a first paint would move as the rest comes. For browsers that know no rel=expect (tools/prerender.tsx). */
.top:not(:has(+ *)) { visibility: hidden; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; }
.home { display: block; padding-block: 10px; }
.home img { inline-size: min(140px, 36vw); block-size: auto; }
.languages { display: flex; align-items: center; gap: 2px; }
.languages .icon { inline-size: 18px; }
.languages ul { display: flex; flex-wrap: wrap; }
.languages a { display: block; padding: 11px 8px; text-decoration: none; line-height: 22px; }
.languages a:hover, .languages [aria-current] { color: var(--text); }
.languages [aria-current] { font-weight: 600; }
main { display: grid; align-content: start; justify-items: center; gap: 16px; padding-block: 12px 16px; }
.banner, .content { inline-size: 100%; max-inline-size: 420px; min-inline-size: 0; }
.content { position: relative; display: grid; gap: 16px; }
.banner { padding: 10px 16px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--info-surface); }
.foot { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 18px; text-align: center; }
.foot a { padding-block: 11px; text-decoration-color: transparent; line-height: 22px; }
.foot :is(p, nav, .links) { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 18px; text-wrap: balance; }
.hero { display: none; }
@media (min-width: 860px) {
  .stage { padding-inline: 40px; }
  .home img { inline-size: 168px; block-size: 36px; }
  main { align-content: center; padding-block: clamp(2px, 10vh - 64px, 24px); }
  .content {
    max-inline-size: 468px; padding: 40px; border: 1px solid var(--border); border-radius: var(--radius-large);
    background: var(--surface); box-shadow: var(--shadow);
  }
  .banner { max-inline-size: 468px; }
}
@media (min-width: 1024px) {
  .split {
    grid-template-columns: 5fr 6fr; inline-size: min(1120px, 100% - 64px); min-block-size: calc(100dvh - 2 * var(--edge));
    margin: var(--edge) auto; --edge: clamp(8px, 8vh - 44px, 32px); border: 1px solid var(--border); border-radius: var(--radius-large); background: var(--surface);
    box-shadow: var(--shadow);
  }
  .split .content { max-inline-size: 400px; padding: 0; border: 0; background: none; box-shadow: none; }
  .split .banner { max-inline-size: 400px; }
  .split[data-pane=end] { grid-template-columns: 6fr 5fr; }
  .split[data-pane=end] .hero { order: 1; }
  .hero {
    display: grid; position: sticky; inset-block-start: calc(var(--edge) + 12px); block-size: calc(100dvh - 2 * var(--edge) - 26px); isolation: isolate; overflow: hidden; margin: 12px;
    border-radius: calc(var(--radius-large) - 8px); background: linear-gradient(165deg, var(--hero-from), var(--hero-to));
    color: var(--hero-text);
  }
  .hero img { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; object-position: 50% 30%; }
  .hero-text { position: relative; isolation: isolate; align-self: end; padding: 8px 32px 32px; }
  .hero-text::before {
    content: ""; position: absolute; z-index: -1; inset: -96px 0 0;
    background: linear-gradient(transparent, color-mix(in srgb, var(--hero-to) 88%, transparent) 96px, var(--hero-to));
  }
  .tagline { font-size: var(--size-3); font-weight: var(--heading-weight); line-height: 1.2; letter-spacing: -.018em; text-wrap: balance; }
  .promise { margin-block-start: 12px; font-size: var(--size); opacity: .92; }
}
@media (min-width: 1440px) {
  .split {
    grid-template-columns: minmax(0, 1fr) minmax(0, 680px); inline-size: auto; min-block-size: 100dvh; margin: 0; border: 0;
    border-radius: 0; background: var(--background); box-shadow: none;
  }
  .split[data-pane=end] { grid-template-columns: minmax(0, 680px) minmax(0, 1fr); }
  .hero { inset-block-start: 16px; block-size: calc(100dvh - 32px); margin: 16px; border-radius: var(--radius-large); }
  .hero-text { padding: 8px 56px 56px; }
  .tagline { font-size: var(--size-5); max-inline-size: 16em; }
  .tagline:lang(zh) { font-size: var(--size-4); max-inline-size: none; }
  .promise { font-size: var(--size-1); }
}
@media (min-width: 1600px) {
  .split { grid-template-columns: minmax(0, 1fr) minmax(0, 44%); }
  .split[data-pane=end] { grid-template-columns: minmax(0, 44%) minmax(0, 1fr); }
  .split .content, .split .banner { max-inline-size: 420px; }
  .hero-text { padding: 8px 72px 64px; }
}
`;
