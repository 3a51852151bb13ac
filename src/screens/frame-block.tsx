/** A provider's own widget, in a frame of the server's. */
import { useEffect, useRef } from 'react';
import type { OpenFrame } from '../browser/frame-contract.ts';
import type { FrameBlock } from '../generated/config.ts';
import { ProviderFrame } from '../theme/provider-frame.tsx';
import { useScreening } from './use-screening.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null;

export function FrameView({ block }: { readonly block: FrameBlock }) {
  const { page, state, text, key, run } = useScreening();
  const { model, world, preview } = page;
  const host = useRef<HTMLDivElement>(null);
  const params = state.flow[block.params];
  const title = text(key(`frames.${block.frame}`));
  const size = isRecord(params) ? params : {};
  const width = Number(size.width ?? 300);
  const height = Number(size.height ?? block.height ?? 400);

  const shown = JSON.stringify(params);
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for other parameters only, and not for the same ones of a renewed sign-in
  useEffect(() => {
    const place = host.current;
    if (preview || place === null || !isRecord(params)) return;
    let open: OpenFrame | undefined;
    let gone = false;
    world.frames.open(block.frame, params, { title, host: place }).then(
      (frame) => {
        if (gone) return frame.close();
        open = frame;
        const element = place.querySelector('iframe');
        if (element !== null) {
          Object.assign(element, { width, height });
          Object.assign(element.style, {
            position: 'absolute',
            insetBlockStart: '0',
            border: '0',
            colorScheme: 'light',
          });
        }
        frame.onMessage(({ event, values }) => {
          if (event === 'failed') run(block.failed);
          if (event === 'blocked') run(block.blocked ?? block.failed);
          if (event !== 'done' || block.event === undefined) return;
          model.set(({ flow }) => ({ flow: { ...flow, ...values } }));
          run(block.event);
        });
      },
      () => run(block.failed),
    );
    return () => {
      gone = true;
      open?.close();
    };
  }, [shown]);

  return <ProviderFrame hostRef={host} width={width} height={height} />;
}
