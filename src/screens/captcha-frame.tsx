/** A captcha of somebody else's, in a frame of its own. */
import { useEffect, useRef, useState } from 'react';
import type { CaptchaAnswer } from '../engine/bind.ts';
import { FrameBox } from '../theme/frame-box.tsx';
import { useScreening } from './use-screening.ts';

/** How long it may take until it can be used, milliseconds: the other one is there within three seconds, on a busy machine too. */
const PATIENCE = 2500;

export interface FrameCaptchaProps {
  /** Name of the frame. */
  readonly name: string;
  readonly onDone: (answer: CaptchaAnswer) => void;
  /** Closed by the visitor. */
  readonly onClosed: () => void;
  /** It did not come, or fell over. */
  readonly onFailed: () => void;
}

export function FrameCaptcha(props: FrameCaptchaProps) {
  const { page, text } = useScreening();
  const { world, shell } = page;
  const { name } = props;
  const { language } = shell;
  const host = useRef<HTMLDivElement>(null);
  const ways = useRef(props);
  ways.current = props;
  const [ready, setReady] = useState(false);
  const title = text('captcha.title');

  useEffect(() => {
    let close: (() => void) | undefined;
    let over = false;
    const end = (work: () => void): void => {
      if (over) return;
      over = true;
      cancel();
      work();
    };
    const fail = (): void => end(() => ways.current.onFailed());
    const cancel = world.clock.after(PATIENCE, fail);
    const element = host.current;
    if (element === null) return cancel;
    world.frames.open(name, { language }, { title, host: element }).then((frame) => {
      if (over) return frame.close();
      close = frame.close;
      frame.onMessage(({ event, values }) => {
        if (event === 'ready') {
          cancel();
          setReady(true);
        } else if (event === 'done') {
          const { ticket = '', randstr = '', captchaAppId = '' } = values;
          end(() => ways.current.onDone({ ticket, randstr, captchaAppId }));
        } else if (event === 'closed') end(() => ways.current.onClosed());
        else fail();
      });
    }, fail);
    return () => {
      over = true;
      cancel();
      close?.();
    };
  }, [world, name, language, title]);

  return <FrameBox hostRef={host} ready={ready} waitText={text('captcha.outside.wait')} />;
}
