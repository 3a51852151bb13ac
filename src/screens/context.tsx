/** The running page, within reach of every component of a screen. */
import { createContext, type MouseEvent, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { type Facts, holds } from '../engine/condition.ts';
import type { Failure } from '../engine/failures.ts';
import type { Params, Texts } from '../engine/messages.ts';
import type { Link } from '../generated/config.ts';
import type { LinkProps } from '../theme/types.ts';
import { goTo } from './navigate.ts';
import { richNodes } from './rich.tsx';
import { runEvent, selectForm } from './run-event.ts';
import { factsOf, paramsOf, pathOf, type Session, textsOf } from './session.ts';
import type { VisitState } from './visit.ts';

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

export interface Screening {
  readonly session: Session;
  readonly state: VisitState;
  readonly texts: Texts;
  readonly facts: Facts;
  has(key: string): boolean;
  text(key: string, params?: Params): string;
  rich(key: string, params?: Params): ReactNode;
  /** Key of a text of this screen. */
  key(rest: string): string;
  run(event: string, row?: string): void;
  /** A click on a link to a screen stays on the page, unless the visitor asks for a new tab or the like. */
  visitScreen(screen: string, names?: readonly string[]): (event: MouseEvent) => void;
  /** Links whose conditions hold, ready to show; `prefix` is where their texts are. */
  links(links: readonly Link[], prefix: string): readonly LinkProps[];
  sentence(failure: Failure): ReactNode;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** What a component of a screen works with. @throws outside `SessionProvider`. */
export function useScreening(): Screening {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('A screen needs SessionProvider around it.');
  const { visit, shell } = session;
  const state = useSyncExternalStore(visit.subscribe, visit.get, visit.get);
  const texts = textsOf(session, state.pack);
  const facts = factsOf(session, state);
  const all = (params?: Params): Params => paramsOf(session, state, params);
  const rich = (key: string, params?: Params): ReactNode => richNodes(texts, key, all(params), shell.line.links);
  const visitScreen =
    (screen: string, names?: readonly string[]) =>
    (event: MouseEvent): void => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void goTo(session, screen, { with: names });
    };
  return {
    session,
    state,
    texts,
    facts,
    has: texts.has,
    text: (key, params) => texts.text(key, all(params)),
    rich,
    key: (rest) => `screens.${state.pack.id}.${rest}`,
    run: (event, row) => void runEvent(session, event, row),
    visitScreen,
    links: (links, prefix) =>
      links
        .filter((link) => holds(link.when, facts))
        .map((link): LinkProps => {
          const { id, screen, url, event, form } = link;
          const label = texts.text(prefix + id, all());
          if (screen !== undefined) {
            const href = pathOf(shell, screen);
            return { id, label, ...(href === undefined ? {} : { href }), onClick: visitScreen(screen, link.with) };
          }
          if (link.otherZone && shell.line.otherZone) return { id, label, href: shell.line.otherZone.url };
          if (url !== undefined) {
            const href = shell.line.links[url];
            return { id, label, ...(href === undefined ? {} : { href }) };
          }
          if (form !== undefined) return { id, label, onClick: () => selectForm(session, form) };
          if (event !== undefined) return { id, label, onClick: () => void runEvent(session, event) };
          return { id, label };
        }),
    sentence: (failure) => rich(failure.key, failure.params),
  };
}
