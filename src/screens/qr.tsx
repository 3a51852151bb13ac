/** QR screens: a code to scan, polled until it is done. It expires, and is renewed by a click on it. */
import { useEffect, useMemo } from 'react';
import { encode } from 'uqr';
import type { QrScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { Notice } from '../theme/notice.tsx';
import type { HeadingRef } from './heading-ref.ts';
import { useScreening } from './use-screening.ts';

/** Flow value that holds the text of the picture; the ticket's event keeps it. */
const TEXT = 'qr';
/** States in which nothing more is to be expected of the ticket. */
const ENDED: readonly string[] = ['confirmed', 'cancelled', 'expired'];
const EXPIRED = 'expired';
/** After this long, polling slows down. */
const PATIENCE_MS = 60_000;
const SLOW_MS = 5_000;

/** The modules of a QR code as one SVG path. */
export function qrPath(data: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      let width = 1;
      while (row[x + width]) width += 1;
      path += `M${x} ${y}h${width}v1h-${width}z`;
      x += width;
    }
  }
  return path;
}

function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    return { path: qrPath(data), size };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export function QrView({ screen, headingRef }: { readonly screen: QrScreen; readonly headingRef: HeadingRef }) {
  const { session, state, text, rich, has, key, run, draw } = useScreening();
  const { world, shell, preview } = session;
  const picture = state.flow[TEXT];
  const ended = ENDED.includes(state.state);
  const { ticketEvent, pollEvent } = screen;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen appears
  useEffect(() => {
    if (!preview) run(ticketEvent);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture starts polling anew
  useEffect(() => {
    if (preview || ended || typeof picture !== 'string') return;
    const start = world.clock.now();
    const life = shell.line.limits.qrSeconds * 1000;
    let stop: () => void = () => {};
    const poll = (): void => {
      const age = world.clock.now() - start;
      if (age >= life) {
        session.visit.set({ state: EXPIRED });
        return;
      }
      if (!world.clock.isHidden()) run(pollEvent);
      stop = world.clock.after(age < PATIENCE_MS ? shell.line.limits.pollSeconds * 1000 : SLOW_MS, poll);
    };
    stop = world.clock.after(shell.line.limits.pollSeconds * 1000, poll);
    const unwatch = world.clock.onVisibility(() => {
      if (world.clock.isHidden()) return;
      stop();
      poll();
    });
    return () => {
      stop();
      unwatch();
    };
  }, [picture, ended]);

  const present = screen.states[state.state];
  if (present === undefined) throw new Error(`Screen ${state.pack.id} has no state named ${state.state}.`);
  const words = key(`states.${state.state}.text`);
  const title = text(key(`states.${state.state}.title`));
  return (
    <Notice
      tone={present.tone}
      icon={present.icon ?? 'phone'}
      title={title}
      {...(has(words) ? { text: rich(words) } : {})}
      headingRef={headingRef}
      blocks={
        <>
          {draw.alert()}
          {typeof picture === 'string' && !ended && <QrPicture text={picture} label={title} />}
          {state.state === EXPIRED && (
            <Button look="secondary" pending={state.pending === ticketEvent} onClick={() => run(ticketEvent)}>
              {text('frame.retry')}
            </Button>
          )}
          {draw.blocks(present.blocks)}
        </>
      }
      actions={draw.actions(present.actions)}
    />
  );
}
