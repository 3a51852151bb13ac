/** The page: the frame, the screen in it, and what happens by itself (load events, countdowns, the address, the connection). */
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { matchRoute, Router, useLocation, useRouter } from 'wouter';
import { languageQuery } from '../engine/pick-language.ts';
import type { Screen } from '../generated/config.ts';
import { Alert } from '../theme/alert.tsx';
import { Frame } from '../theme/frame.tsx';
import { Links } from '../theme/links.tsx';
import type { FrameProps, LinkProps } from '../theme/types.ts';
import { useBanner } from './banner.tsx';
import { loadedNotices, noticeModule, rareModule } from './bundles.ts';
import { Captcha } from './captcha.tsx';
import { comeAlive } from './come-alive.ts';
import { isPlainClick, ScreeningProvider } from './context.tsx';
import { FormScreenView } from './form.tsx';
import { BARRED } from './navigate.ts';
import { type Page, pathOf } from './page.ts';
import { useLife } from './use-life.ts';
import { routesOf } from './use-routes.ts';
import { useScreening } from './use-screening.ts';

/** The whole page of a session. The first render is the same on the server and in the browser. */
export function ScreenHost({ page }: { readonly page: Page }) {
  const { location } = page.world;
  return (
    <ScreeningProvider page={page}>
      <Router hook={routesOf(location)}>
        <PageView />
      </Router>
    </ScreeningProvider>
  );
}

function PageView() {
  const screening = useScreening();
  const { page, state, text, has } = screening;
  const { shell } = page;
  const { pack } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const [path] = useLocation();
  const { parser } = useRouter();
  const wanted = Object.entries(shell.line.routes).find(([, paths]) =>
    paths.some((each) => matchRoute(parser, each, path)[0]),
  )?.[0];
  useLife(screening, wanted);
  // A QR screen says by itself what changes, and its heading stays.
  useHeadingFocus(heading, state.shown, pack.screen.kind === 'qr' ? '' : state.state);
  const { banner, reader } = useBanner();
  const shows = state.failure?.shows;
  const Failed = shows === 'page' && loadedNotices()?.FailurePage;
  // Once it was there it stays: closing it gives the focus back.
  const asked = useRef(false);
  if (shows === 'dialog') asked.current = true;
  const Asked = asked.current && loadedNotices()?.FailureDialog;
  return (
    <Frame
      shown={state.shown}
      layout={pack.screen.layout ?? 'card'}
      brand={text('line.brand')}
      logo={shell.art.logo}
      logoOnDark={shell.art.logoOnDark}
      homeHref={pathOf(shell, shell.line.home) ?? '/'}
      illustration={shell.art.illustration}
      band={shell.art.band}
      tagline={has('line.tagline') ? text('line.tagline') : ''}
      promise={has('line.promise') ? text('line.promise') : ''}
      skipText={text('frame.skip')}
      footer={<Footer />}
      {...languagesOf(screening)}
      bar={pack.screen.kind === 'notice' && noticeModule().barOf(screening)}
      banner={banner}
    >
      <Conditions />
      {/* Filled by the prerender: no script ever reads it. */}
      <noscript />
      {Failed ? (
        <Failed headingRef={heading} />
      ) : (
        <ScreenView key={state.shown} screen={pack.screen} headingRef={heading} />
      )}
      {Asked && <Asked />}
      <Captcha />
      {reader}
    </Frame>
  );
}

function ScreenView({
  screen,
  headingRef,
}: {
  readonly screen: Screen;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  switch (screen.kind) {
    case 'form':
      return <FormScreenView screen={screen} headingRef={headingRef} />;
    case 'notice': {
      const { NoticeView } = noticeModule();
      return <NoticeView screen={screen} headingRef={headingRef} />;
    }
    case 'choice': {
      const { ChoiceView } = rareModule();
      return <ChoiceView screen={screen} headingRef={headingRef} />;
    }
    case 'transit': {
      const { TransitView } = noticeModule();
      return <TransitView screen={screen} headingRef={headingRef} />;
    }
    case 'qr': {
      const { QrView } = rareModule();
      return <QrView screen={screen} headingRef={headingRef} />;
    }
  }
}

/** The state of the connection and of the store, where the visitor should know. */
function Conditions() {
  const { state, text } = useScreening();
  const wasOffline = useRef(false);
  if (!state.online) wasOffline.current = true;
  return (
    <>
      {state.said && <Alert tone={state.said.tone ?? 'warning'}>{state.said.text}</Alert>}
      {!state.online && <Alert tone="warning">{text('frame.offline')}</Alert>}
      {!state.cookies && state.failure?.key !== BARRED && <Alert tone="warning">{text(BARRED)}</Alert>}
      {state.cookies && !state.durable && <Alert tone="info">{text('frame.no-storage')}</Alert>}
      <p className="unseen" role="status">
        {state.online && wasOffline.current ? text('frame.online') : ''}
      </p>
    </>
  );
}

/** Links of the frame's foot: those the line has, by these names. */
const FOOT_LINKS = ['support', 'terms', 'privacy'] as const;

function Footer() {
  const { page, text, has } = useScreening();
  const { links } = page.shell.line;
  const items = FOOT_LINKS.flatMap((id): LinkProps[] => {
    const href = links[id];
    return href === undefined ? [] : [{ id, label: text(`frame.${id}`), href }];
  });
  return (
    <>
      <nav aria-label={text('frame.footer')}>
        <Links items={items} />
      </nav>
      {has('line.footer') && <p>{text('line.footer')}</p>}
    </>
  );
}

type Languages = Pick<FrameProps, 'languages'>;

/** The language switch. A language is another page, so it loads; what the address carried goes along. */
function languagesOf({ page, state, text }: ReturnType<typeof useScreening>): Languages | Record<string, never> {
  const { shell, world } = page;
  const { offered } = shell.line.languages;
  if (offered.length < 2 || shell.line.offers.languageChoice === false) return {};
  const path = pathOf(shell, state.pack.id) ?? world.location.path();
  return {
    languages: {
      label: text('frame.language'),
      items: offered.map((id) => ({
        id,
        label: text(`frame.languages.${id}`),
        href: `${path}?lang=${encodeURIComponent(languageQuery(id, shell.line.languages))}`,
        current: id === shell.language,
      })),
      onSelect(id: string, event: MouseEvent) {
        // A visitor may be quicker than the page: whose this entry is, is known from then on.
        comeAlive(page);
        if (!isPlainClick(event) || !page.model.get().online) return;
        event.preventDefault();
        const search = new URLSearchParams(world.location.search());
        search.set('lang', languageQuery(id, shell.line.languages));
        // The same page, and the same entry of the history: Back leads to the one before, and what was proven stays.
        world.location.go(`${world.location.path()}?${search}`, { replace: true, mark: world.location.mark() });
        world.location.reload();
      },
    },
  };
}

/** The heading takes the focus when another screen, or another state of it, is shown; not when the page is loaded. */
function useHeadingFocus(heading: RefObject<HTMLHeadingElement | null>, shown: number, state: string): void {
  const before = useRef({ shown, state });
  useEffect(() => {
    if (before.current.shown === shown && before.current.state === state) return;
    before.current = { shown, state };
    // From its top: what stands above the heading is part of the page, and on a phone there is much of it.
    heading.current?.focus({ preventScroll: true });
    document.documentElement.scrollTop = 0;
  }, [heading, shown, state]);
}
