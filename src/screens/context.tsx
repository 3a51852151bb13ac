/** What every component of a screen works with, made anew whenever the page's state changes. */
import { type MouseEvent, type ReactNode, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { holds } from '../engine/condition.ts';
import { faultKey } from '../engine/failures.ts';
import { matches } from '../engine/flow.ts';
import { isSettled, lengthsOf } from '../engine/form-schema.ts';
import type { Params } from '../engine/messages.ts';
import type { LinkProps } from '../theme/types.ts';
import { selectForm } from './action-context.ts';
import { Blocks } from './blocks.tsx';
import { noticeModule, rareModule } from './bundles.ts';
import { FailureAlert } from './failure.tsx';
import { keepTyped } from './memory.ts';
import { goTo, titleOf } from './navigate.ts';
import { factsOf, type Page, paramsOf, pathOf, secondsLeft, shownFields, textsOf } from './page.ts';
import { heldBy, leaveField, onlyTyped, type PageState } from './page-model.ts';
import { richNodes } from './rich.tsx';
import { runEvent } from './run-event.ts';
import type { Screening } from './screening.ts';
import { ScreeningContext, useScreening } from './use-screening.ts';
import { faultsOf } from './validate.ts';

export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

interface ProviderProps {
  readonly page: Page;
  readonly children: ReactNode;
}

/** What is typed into a form is in its field at once; the rest of the page follows when that is painted. */
export function ScreeningProvider({ page, children }: ProviderProps) {
  const now = usePageState(page);
  const soon = useDeferredValue(now);
  const state = now.pack.screen.kind === 'form' && onlyTyped(soon, now) ? soon : now;
  const screening = useMemo(() => makeScreening(page, state), [page, state]);
  return <ScreeningContext.Provider value={screening}>{children}</ScreeningContext.Provider>;
}

const usePageState = ({ model }: Page): PageState => useSyncExternalStore(model.subscribe, model.get, model.get);

/** The page as a form sees it, with every key. */
export function useTyping(): Screening {
  const screening = useScreening();
  const state = usePageState(screening.page);
  return state === screening.state ? screening : makeScreening(screening.page, state);
}

const draw: Screening['draw'] = {
  alert: () => <FailureAlert />,
  blocks: (blocks) => <Blocks blocks={blocks} />,
  actions(actions = []) {
    const { Actions } = noticeModule();
    return <Actions actions={actions} />;
  },
  question(asked, onEnd) {
    const { Confirm } = rareModule();
    return <Confirm asked={asked} onEnd={onEnd} />;
  },
};

function makeScreening(page: Page, state: PageState): Screening {
  const { shell } = page;
  const texts = textsOf(page, state.pack);
  const facts = factsOf(page, state);
  let plain: Params | undefined;
  const all = (params?: Params): Params => {
    plain ??= paramsOf(page, state);
    return params === undefined ? plain : { ...plain, ...params };
  };
  const rich = (key: string, params?: Params): ReactNode => richNodes(texts, key, all(params), shell.line.links);
  const visitScreen =
    (screen: string, names?: readonly string[]) =>
    (event: MouseEvent): void => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void goTo(page, screen, { with: names });
    };
  return {
    page,
    state,
    texts,
    facts,
    has: texts.has,
    text: (key, params) => texts.text(key, all(params)),
    rich,
    key: (rest) => `screens.${state.pack.id}.${rest}`,
    run: (event, row, isStale) => runEvent(page, event, row, isStale),
    go: (screen) => goTo(page, screen),
    visitScreen,
    links: (links, prefix) =>
      links
        // A sentence may be told where the form that it leads to is not.
        .filter(({ when, form }) => holds(when, facts) && (form === undefined || state.pack.forms[form] !== undefined))
        .map((link): LinkProps => {
          const { id, screen, url, event, form } = link;
          const label = texts.text(prefix + id, all());
          if (screen !== undefined) {
            const href = pathOf(shell, screen);
            return {
              id,
              label,
              ...(href === undefined ? {} : { href }),
              another: link.another,
              onClick: visitScreen(screen, link.with),
            };
          }
          if (link.otherZone && shell.line.otherZone) return { id, label, href: shell.line.otherZone.url };
          if (url !== undefined) {
            const href = shell.line.links[url];
            return { id, label, ...(href === undefined ? {} : { href }) };
          }
          if (form !== undefined) return { id, label, onClick: () => selectForm(page, form) };
          if (event !== undefined) return { id, label, onClick: () => void runEvent(page, event) };
          return { id, label };
        }),
    pathOf: (screen) => pathOf(shell, screen),
    entitle: (what) => page.world.location.setTitle(titleOf(page, state.pack, what)),
    waiting: heldBy(state) !== undefined,
    secondsLeft: (timer) => secondsLeft(state, timer),
    holding: (things) => things.filter(({ when }) => holds(when, facts)),
    fits: matches,
    sentence: (failure) => rich(failure.key, failure.params),
    visibleFields: () => shownFields(page, state).filter((field) => !isSettled(field)),
    faultOf(field) {
      const failure = state.fieldFailures[field.id];
      if (failure !== undefined) return texts.text(failure.key, all({ ...lengthsOf(field), ...failure.params }));
      // Judging the whole form takes its time: not before somebody did something, above all not while the page comes alive.
      if (!state.left.includes(field.id)) return undefined;
      const fault = faultsOf(page, state).find((each) => each.field === field.id);
      if (fault === undefined) return undefined;
      return texts.text(faultKey(fault, texts.has), all(lengthsOf(field)));
    },
    leave: (field) => leaveField(page.model, field),
    keepTyped: () => keepTyped(page),
    draw,
  };
}
