/** QR screens: a code to scan, polled until it is done. What each state shows of it is the data's. */
import { useEffect, useMemo, useRef } from 'react';
import { encode } from 'uqr';
import type { QrScreen } from '../generated/config.ts';
import { Heading } from '../theme/heading.tsx';
import { StateIcon } from '../theme/more-icons.tsx';
import { NoticeIcon } from '../theme/notice.tsx';
import { QrBox } from '../theme/qr-box.tsx';
import type { HeadingRef } from './heading-ref.ts';
import { startPolling } from './poll.ts';
import { Stuck } from './stuck.tsx';
import { useScreening } from './use-screening.ts';

/** The modules of a QR code as one SVG path. */
function qrPath(data: readonly (readonly boolean[])[]): string {
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
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export function QrView({ screen, headingRef }: { readonly screen: QrScreen; readonly headingRef: HeadingRef }) {
  const { page, state, text, rich, has, key, run, draw } = useScreening();
  const { world, shell, preview, model } = page;
  const { ticketEvent, pollEvent, picture: source, states } = screen;
  const present = states[state.state];
  if (present === undefined) throw new Error(`No state is named ${state.state}.`);
  const { picture, polls = false, heals = false } = present;
  const content = state.flow['text' in source ? source.text : source.image];
  const address = source.opens === undefined ? undefined : state.flow[source.opens];
  const renewing = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen appears
  useEffect(() => {
    if (!preview) void run(ticketEvent);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture starts polling anew
  useEffect(() => {
    if (preview || !polls || typeof content !== 'string') return;
    const { qrSeconds, pollSeconds } = shell.line.limits;
    return startPolling({
      clock: world.clock,
      life: qrSeconds * 1000,
      interval: pollSeconds * 1000,
      ask: (isStale) => run(pollEvent, undefined, isStale),
      isOpen: () => model.get().pack === state.pack && states[model.get().state]?.polls === true,
      onExpired: () => model.set({ state: screen.expired, failure: undefined }),
    });
  }, [content, polls]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: while it can heal
  useEffect(() => {
    if (preview || !heals) return;
    const again = (): void => {
      if (!world.clock.isHidden()) void run(ticketEvent);
    };
    const stops = [world.http.onConnection((online) => online && again()), world.clock.onVisibility(again)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [heals]);

  // The button that was pressed goes with its cover; the focus goes to the heading instead of nowhere.
  useEffect(() => {
    if (!renewing.current || picture === 'renew') return;
    renewing.current = false;
    headingRef.current?.focus();
  }, [picture, headingRef]);

  const renew = (): void => {
    renewing.current = true;
    void run(ticketEvent);
  };
  const label = text(key('picture'));
  const words = key(`states.${state.state}.text`);
  // What the code is for is of interest while there is one.
  const lead = key('lead');
  const isToScan = picture !== undefined && has(lead);
  const cover = key(`states.${state.state}.cover`);
  return (
    <>
      {picture === 'pending' && <Stuck />}
      <section className="notice">
        {/* Without a picture the state speaks for the screen; its name stays for those who hear the page. */}
        <div className={picture === undefined ? 'unseen' : undefined}>
          <Heading title={text(key('title'))} {...(isToScan ? { lead: rich(lead) } : {})} headingRef={headingRef} />
        </div>
        {draw.alert()}
        {picture === undefined ? (
          <NoticeIcon tone={present.tone}>
            <StateIcon name={present.icon ?? 'phone'} />
          </NoticeIcon>
        ) : (
          <QrBox
            {...(picture === 'veiled' || picture === 'renew' ? { cover: text(cover) } : {})}
            {...(picture === 'renew' ? { onRenew: renew } : {})}
            pending={state.pending === ticketEvent || picture === 'pending'}
          >
            {typeof content !== 'string' || picture === 'pending' ? null : 'text' in source ? (
              <QrPicture text={content} label={label} />
            ) : (
              <img src={content} alt={label} onError={() => model.set({ state: source.broken })} />
            )}
          </QrBox>
        )}
        <div role="status">
          <p className="qr-state">{text(key(`states.${state.state}.title`))}</p>
          {has(words) && <p className="lead">{rich(words)}</p>}
        </div>
        {picture === 'shown' && typeof address === 'string' && (
          <p className="lead">
            <a href={address} target="_blank" rel="noopener noreferrer">
              {text(key('opens'))}
            </a>
          </p>
        )}
        {/* What comes while one waits is said, too, and nothing that stood there before again. */}
        {present.blocks !== undefined && (
          <div className="notice-blocks" role="status" aria-atomic="false">
            {draw.blocks(present.blocks)}
          </div>
        )}
        {present.actions !== undefined && <div className="actions">{draw.actions(present.actions)}</div>}
      </section>
    </>
  );
}
