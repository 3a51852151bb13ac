/** Screens → HTML, by the very components that the browser runs. */
import { renderToString } from 'react-dom/server';
import { createMemoryWorld, type MemoryWorldOptions } from '../browser/world.ts';
import { escapeHtml } from '../engine/escape-html.ts';
import { readFailure } from '../engine/failures.ts';
import type { Pack, Scalar, Shell } from '../engine/pack.ts';
import type { Example, FormState, NoticeState, Theme } from '../generated/config.ts';
import { Live } from '../screens/live.tsx';
import { isKeepable } from '../screens/memory.ts';
import { titleOf } from '../screens/navigate.ts';
import { type Page, pathOf, textsOf } from '../screens/page.ts';
import { allFields, arrive, createPageModel, firstForm, LOAD, type PageState } from '../screens/page-model.ts';
import type { PageAbout } from '../server/http/page.ts';
import { styleHash } from '../server/http/policy.ts';
import { Alert } from '../theme/alert.tsx';
import { offCss } from '../theme/css/off.ts';
import { accountCss, firstCss, hasWidgets, lateCss, widgetsCss } from '../theme/css.ts';
import { browserPack } from './browser-pack.ts';
import type { InlineScripts } from './early.ts';
import type { EarlyTexts } from './early-texts.ts';
import { pageScripts } from './page-scripts.ts';
import { plainPage, type Still } from './plain-page.ts';
import { canRun, followedLink, plainForms, wayTo } from './posts.ts';

export interface RenderOptions {
  readonly shell: Shell;
  readonly pack: Pack;
  /** Form → its validators (the modules' default exports). */
  readonly validators: PageState['validators'];
  /** Named state of the screen; its first one when absent. */
  readonly state?: string;
}

type AnyState = FormState | NoticeState;

/** Example values and rows, the line's name put into them. */
const exampleFlow = (params: Readonly<Record<string, Example>>, brand: string): PageState['flow'] =>
  JSON.parse(JSON.stringify(params), (_, value) =>
    typeof value === 'string' ? value.replaceAll('{brand}', brand) : value,
  );

/** What the failures of examples say of the wait that they bring. */
const EXAMPLE_SECONDS = 300;

/** The page in a named state of its screen: form, failure, flags, parameters and values as the data says. */
function statedPage({ shell, pack, validators, state }: RenderOptions): PageState {
  const start = arrive(pack, validators);
  if (state === undefined) return start;
  const states: Readonly<Record<string, AnyState>> = pack.screen.states;
  const found = states[state];
  if (found === undefined) throw new Error(`Screen ${pack.id} has no state named ${state}.`);
  const flags: Readonly<Record<string, Scalar>> = found.flags ?? {};
  const flow = exampleFlow(found.params ?? {}, textsOf({ shell, production: false }, pack).text('line.brand'));
  if (pack.screen.kind !== 'form' && pack.screen.kind !== 'choice') return { ...start, state, flags, flow };
  const { form, error, values } = found as FormState;
  const selected = form !== undefined && pack.forms[form] !== undefined ? form : start.form;
  const shown = { ...start, form: selected, flags, flow, values: { ...start.values, ...values } };
  if (error === undefined) return shown;
  const texts = textsOf({ shell, production: false }, pack);
  const entry = pack.errors[error] ?? shell.errors[error];
  const failure = readFailure(
    {
      kind: 'answer',
      code: error,
      data: { seconds: EXAMPLE_SECONDS, ...entry?.params, ...found.params },
      requestId: '',
    },
    {
      errors: (code) => pack.errors[code] ?? shell.errors[code],
      has: texts.has,
      fields: pack.forms[selected]?.fields.map(({ id }) => id) ?? [],
      language: shell.language,
    },
  );
  const failureFlags = failure.params;
  if (failure.field !== undefined) return { ...shown, failureFlags, fieldFailures: { [failure.field]: failure } };
  return { ...shown, failureFlags, failure };
}

/**
 * A page on which a screen stands in a named state, over an in-memory world. Nothing runs by itself: for previews,
 * snapshots and tests, mount `<ScreenHost page={…} />`.
 */
function renderScreen(options: RenderOptions, world: Partial<MemoryWorldOptions> = {}): Page {
  const { shell, pack } = options;
  return {
    shell,
    world: createMemoryWorld({ keys: shell.stored.keys, address: pathOf(shell, pack.id) ?? '/', ...world }),
    model: createPageModel(statedPage(options)),
    production: false,
    preview: true,
  };
}

/** The HTML of a page as it stands. */
export const renderPageOf = (page: Page): string => renderToString(<Live page={page} />);

/** The HTML of a screen in a named state. */
export function renderState(options: RenderOptions): string {
  return renderPageOf(renderScreen(options));
}

/** The HTML of a screen with one of its forms. */
function renderForm({ shell, pack, validators }: RenderOptions, form: string): string {
  const model = createPageModel({ ...arrive(pack, validators), form });
  const world = createMemoryWorld({ keys: shell.stored.keys, address: pathOf(shell, pack.id) ?? '/' });
  return renderPageOf({ shell, world, model, production: false, preview: true });
}

export interface PageOptions extends RenderOptions {
  readonly theme: Theme;
  /** Address of the main bundle. */
  readonly main: string;
  /** Absolute address of the picture shown where the page's address is shared. */
  readonly preview?: string;
  /** Addresses fetched ahead, besides the main bundle. */
  readonly preload: readonly string[];
  /** Address of the styles that a form's page needs only once it is live. */
  readonly late: string;
  /** The rules of the line's faces, for a page that brings all styles along; empty without faces. */
  readonly faces: string;
  /** What is said of a press that waits for the page's scripts, and when they do not come. */
  readonly early: EarlyTexts;
  readonly inline: InlineScripts;
  /** Draws the screen; `renderState` unless somebody keeps what was drawn. */
  readonly draw?: (options: RenderOptions) => string;
  /** Of a page that does without scripts, whatever the browser, and shows what became of a post. */
  readonly still?: Still;
}

export interface PrerenderedPage {
  readonly html: string;
  /** What the server must know of it: what its policy allows, and what outlives a post. */
  readonly about: PageAbout;
  /** Whether the server can run the page's form without a script of it. */
  readonly runs: boolean;
  /** Its forms that a browser without scripts may ask for, and what leads it to the first of them. */
  readonly plain: readonly string[];
  readonly way?: string;
  /** What it says, once its scripts are lost, where the server runs its form. */
  readonly works: string;
  /** The parameter of links that lead to it, where they can be followed without a script. */
  readonly linked?: string;
}

const lateSheet = { css: lateCss, hash: styleHash(lateCss) };
const ofWidgets = { css: widgetsCss, hash: styleHash(widgetsCss) };
/** What a page fetches may be told its address: one that carries a token has its faces once that is out of it. */
const facesOf = ({ faces, pack }: PageOptions) =>
  faces === '' || pack.screen.carriesToken ? [] : [{ css: faces, hash: styleHash(faces) }];
const sheets = new WeakMap<Theme, { readonly css: string; readonly hash: string }>();

function sheetOf(theme: Theme, providers: readonly string[]): { readonly css: string; readonly hash: string } {
  let sheet = sheets.get(theme);
  if (sheet === undefined) {
    const css = firstCss(theme, providers);
    sheet = { css, hash: styleHash(css) };
    sheets.set(theme, sheet);
  }
  return sheet;
}

/** JSON that cannot end the script element it stands in. */
const embed = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Where the page speaks before its scripts do; the server speaks there, too (`http/posted.ts`). */
const earlyLine = ({ wait, lost }: EarlyTexts, late: string): string =>
  `<p id="early" role="status" data-wait="${escapeHtml(wait)}" data-lost="${escapeHtml(lost)}"${late === '' ? '' : ` data-late="${escapeHtml(late)}"`}></p>`;

/** What a page lacks without scripts. One that only says something, and leads on, lacks its buttons alone. */
function lacking({ screen, events }: Pack): 'form' | 'choice' | 'notice' | 'buttons' {
  if (screen.kind === 'form' || screen.kind === 'choice') return screen.kind;
  if (screen.kind !== 'notice' || events[LOAD] !== undefined) return 'notice';
  const { blocks = [], actions = [] } = screen.states[screen.initial] ?? {};
  return blocks.length > 0 || actions.some(({ event }) => event !== undefined) ? 'notice' : 'buttons';
}

/** What a browser without scripts is told, unless the screen waits, and then says so itself; and a way that needs none. */
function withoutScripts({ shell, pack, early }: PageOptions): string {
  const sentence = early.own ?? early[`off.${lacking(pack)}`];
  const home = { id: 'home', label: early.home, href: pathOf(shell, shell.line.home) ?? '/' };
  // A form's page is weighed: its sentence has no icon.
  if (pack.screen.kind === 'form') return `<p class="alert tone-warning" role="alert">${escapeHtml(sentence)}</p>`;
  const links = pack.id === shell.line.home ? [] : [home];
  return renderToString(
    <Alert tone="warning" links={links}>
      {sentence}
    </Alert>,
  );
}

/** Of the fields that stand in the page, those that hold no secret and no code. */
function keptFields(pack: Pack, body: string): readonly string[] | undefined {
  if (!body.includes('<form ')) return undefined;
  return [...allFields(pack).keys()].filter((id) => isKeepable(pack, id) && body.includes(` name="${id}"`));
}

/** What a page says of itself where its address is shared. */
const sharedAs = (title: string, about: string, preview: string | undefined): string[] =>
  preview === undefined
    ? []
    : [
        `<meta property="og:title" content="${escapeHtml(title)}">`,
        `<meta property="og:description" content="${escapeHtml(about)}">`,
        `<meta property="og:image" content="${escapeHtml(preview)}">`,
        '<meta name="twitter:card" content="summary_large_image">',
      ];

/** A whole page. @throws when it carries an inline style attribute, which the policy would block. */
export function renderPage(options: PageOptions): PrerenderedPage {
  const { shell, pack, theme, main, preload, preview, late, early, inline: own, draw = renderState, still } = options;
  const providers = shell.line.providers.map(({ id }) => id);
  const isStill = still !== undefined;
  const drawn = isStill ? plainPage(draw(options), pack, still, early['off.missing']) : draw(options);
  const isStuck = !isStill && drawn.includes('class="stuck');
  const hidesSome = !isStill && /class="stuck|type="button"/.test(drawn);
  const body =
    isStuck || isStill
      ? drawn
      : drawn.replace('<noscript></noscript>', () => `<noscript>${withoutScripts(options)}</noscript>`);
  const inline = /<[^>]+ style="/.exec(body);
  if (inline !== null) throw new Error(`${pack.id} has an inline style: ${inline[0]}`);
  const sheet = sheetOf(theme, providers);
  const { scripts, tags } = pageScripts(shell, pack, own, isStill);
  const isForm = pack.screen.kind === 'form';
  const more = isForm && !isStill ? (hasWidgets(body) ? [ofWidgets] : []) : [lateSheet, ...facesOf(options)];
  if (body.includes(' class="account"')) {
    const css = accountCss(theme);
    more.push({ css, hash: styleHash(css) });
  }
  const texts = textsOf({ shell, production: false }, pack);
  const title = titleOf({ shell, production: false }, pack, still?.about);
  const about = texts.has('line.promise') ? texts.text('line.promise') : title;
  const { light, dark } = theme.color;
  // All of them: a server leaves only those that are configured (http/release.ts).
  const offered = providers.length === 0 ? '' : ` data-providers="${providers.join(' ')}"`;
  const keeps = keptFields(pack, body);
  const html = [
    '<!doctype html>',
    `<html lang="${shell.language}" dir="${shell.direction}"${offered}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(about)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.background}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.background}">`,
    // A still page's form is to say where it comes from; its address is worth nothing elsewhere.
    ...(pack.screen.carriesToken
      ? [`<meta name="referrer" content="${isStill ? 'same-origin' : 'no-referrer'}">`]
      : []),
    ...(pack.screen.carriesToken ? [] : sharedAs(title, about, preview)),
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(shell.art.mark)}">`,
    // What has arrived of the page is not painted before the rest of it: the rest would move it, and is a moment away.
    ...(isStill ? [] : ['<link rel="expect" href="#foyer-shell" blocking="render">']),
    `<style>${sheet.css}</style>`,
    ...more.map(({ css }) => `<style>${css}</style>`),
    ...(hidesSome ? [`<noscript><style>${offCss}</style></noscript>`] : []),
    ...tags,
    ...(isStill ? [] : [main, ...preload]).map((address) => `<link rel="modulepreload" href="${escapeHtml(address)}">`),
    '</head>',
    '<body>',
    `<div id="root">${body}</div>`,
    earlyLine(early, (isForm || pack.screen.carriesToken) && !isStill ? late : ''),
    ...(isStill
      ? []
      : [
          embed('foyer-shell', shell),
          embed('foyer-pack', browserPack(pack)),
          `<script type="module" src="${escapeHtml(main)}"></script>`,
        ]),
    '</body>',
    '</html>',
  ].join('');
  const runs = canRun(pack, body);
  const drawForm = (form: string): string => (form === firstForm(pack) ? body : renderForm(options, form));
  const plain = isStill ? [] : plainForms(pack, drawForm);
  const linked = isStill ? undefined : followedLink(pack, shell.proofs, body);
  const way = wayTo(plain, runs, pack, early.plain);
  return {
    html,
    runs,
    plain,
    works: early.works,
    ...(linked === undefined ? {} : { linked }),
    ...(way === undefined ? {} : { way }),
    about: {
      styles: [sheet.hash, ...more.map(({ hash }) => hash), ...(hidesSome ? [styleHash(offCss)] : [])],
      scripts: scripts.map(({ hash }) => hash),
      ...(keeps === undefined ? {} : { keeps }),
      carriesToken: pack.screen.carriesToken === true,
      follows: pack.screen.kind === 'form' && pack.screen.follows !== undefined,
      bridges: pack.screen.bridges === true,
      returns: pack.screen.kind === 'transit' && pack.screen.returns === true,
    },
  };
}
