/** Notices: a sentence, what it means, and what can be done. Transit screens look the same and go on by themselves. */
import { type ReactNode, useEffect, useState } from 'react';
import { actionsIn, BAR, hasSections } from '../engine/headings.ts';
import { noticePicture } from '../engine/notice-pictures.ts';
import type { Pack } from '../engine/pack.ts';
import type { Button as ButtonData, NoticeScreen, NoticeState, TransitScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { Links } from '../theme/links.tsx';
import { StateIcon } from '../theme/more-icons.tsx';
import { Notice } from '../theme/notice.tsx';
import type { IconName } from '../theme/types.ts';
import { aboutKey } from './about.ts';
import type { HeadingRef } from './heading-ref.ts';
import { startPolling } from './poll.ts';
import type { Asked, Screening } from './screening.ts';
import { SectionsView } from './sections.tsx';
import { Stuck } from './stuck.tsx';
import { useScreening } from './use-screening.ts';

interface NoticeProps {
  readonly screen: NoticeScreen | TransitScreen;
  readonly headingRef: HeadingRef;
}

const ICONS: Readonly<Record<NoticeState['tone'], IconName>> = {
  info: 'clock',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};

/** Whether something is said beside the buttons of a screen: the place of it is there before. */
const isTelling = ({ events }: Pack): boolean =>
  Object.values(events).some(({ outcomes }) => outcomes.some((each) => 'says' in each));

export function NoticeView({ screen, headingRef }: NoticeProps) {
  const { page, state, text, rich, has, key, draw, run, entitle } = useScreening();
  const present = screen.states[state.state];
  if (present === undefined) throw new Error(`No state is named ${state.state}.`);
  const { pollEvent } = present;

  // biome-ignore lint/correctness/useExhaustiveDependencies: as long as the state is shown
  useEffect(() => {
    const { world, shell, model, preview } = page;
    if (preview || pollEvent === undefined) return;
    const { sessionHours, pollSeconds } = shell.line.limits;
    return startPolling({
      clock: world.clock,
      life: sessionHours * 3_600_000,
      interval: pollSeconds * 1000,
      ask: (isStale) => run(pollEvent, undefined, isStale),
      isOpen: () => model.get().pack === state.pack && model.get().state === state.state,
      // It is told no more; the screen says what else can be done.
      onExpired() {},
    });
  }, [pollEvent, state.state]);

  const words = key(`states.${state.state}.text`);
  const title = text(key(`states.${state.state}.title`));
  const kind = noticePicture(present);
  const picture = kind && state.pack.pictures?.[kind];
  const about = aboutKey(state.pack, state.state, has) && title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is about something else
  useEffect(() => entitle(about), [state.pack, about]);
  const lead = has(words) ? rich(words) : undefined;
  const told = isTelling(state.pack) && (
    <p className={state.told === undefined ? 'unseen' : 'text tone-success'} role="status">
      {state.told !== undefined && text(key(`says.${state.told}`))}
    </p>
  );
  if (hasSections(present))
    return <SectionsView state={present} title={title} text={lead} headingRef={headingRef} told={told} />;
  return (
    <>
      {present.icon === 'progress' && <Stuck />}
      <Notice
        tone={present.tone}
        {...(picture === undefined ? {} : { picture })}
        icon={<StateIcon name={present.icon ?? ICONS[present.tone]} />}
        title={title}
        text={lead}
        headingRef={headingRef}
        blocks={
          <>
            {draw.alert()}
            {draw.blocks(present.blocks)}
            {told}
          </>
        }
        actions={<Actions actions={present.actions ?? []} />}
        after={present.after && draw.blocks(present.after)}
      />
    </>
  );
}

/** The buttons of a notice that stand in the page's bar. */
export function barOf({ state, holding }: Screening): ReactNode {
  const here = holding(actionsIn(state.pack.screen, state.state)).filter(({ block }) => block === BAR);
  return (
    here.length > 0 && (
      <div className="actions">
        <Actions actions={here} />
      </div>
    )
  );
}

/** Buttons of a state: events as buttons, ways to other screens and sites as links. */
export function Actions({ actions }: { readonly actions: readonly ButtonData[] }) {
  const shown = useScreening().holding(actions);
  if (shown.length === 0) return null;
  return shown.map((each) => <ActionView key={each.id} action={each} />);
}

function ActionView({ action }: { readonly action: ButtonData }) {
  const { page, state, text, key, draw, run, visitScreen, pathOf, secondsLeft, waiting, go: goTo } = useScreening();
  const [asked, setAsked] = useState<Asked>();
  const { shell, model } = page;
  const label = text(key(`actions.${action.id}`));
  const { event, screen, url, confirm } = action;
  if (event !== undefined) {
    const seconds = action.timer === undefined ? 0 : secondsLeft(action.timer);
    const goOn = () => void run(event);
    return (
      <>
        <Button
          look={action.look ?? 'secondary'}
          pending={state.pending === event}
          waiting={waiting}
          disabled={seconds > 0}
          onClick={(pressed) => (confirm === undefined ? goOn() : setAsked({ confirm, label, pressed, goOn }))}
        >
          {seconds > 0 ? text('frame.wait', { seconds }) : label}
        </Button>
        {asked !== undefined && draw.question(asked, () => setAsked(undefined))}
      </>
    );
  }
  const href = screen === undefined ? shell.line.links[url ?? ''] : pathOf(screen);
  if (action.look === 'primary' || action.look === 'secondary') {
    const go = async (): Promise<void> => {
      if (screen === undefined) return page.world.location.leave(href ?? '/');
      model.set({ pending: action.id });
      const goes = await goTo(screen);
      // Offline, or from a frame, the visitor is still here and may press it again.
      if (!goes && model.get().pending === action.id) model.set({ pending: undefined });
    };
    return (
      <Button look={action.look} pending={state.pending === action.id} waiting={waiting} onClick={() => void go()}>
        {label}
      </Button>
    );
  }
  const onClick = screen === undefined ? {} : { onClick: visitScreen(screen) };
  return <Links items={[{ id: action.id, label, ...(href === undefined ? {} : { href }), ...onClick }]} />;
}
