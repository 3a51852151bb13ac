/** Buttons of the line's third-party providers. */
import { useEffect } from 'react';
import type { ProvidersBlock } from '../generated/config.ts';
import { Providers } from '../theme/providers.tsx';
import { useScreening } from './use-screening.ts';

export function ProvidersView({ block }: { readonly block: ProvidersBlock }) {
  const { page, text, key, run, state } = useScreening();
  const { world, shell, preview } = page;
  const { providers } = shell.line;
  // What opens a window must be here when the button is pressed.
  useEffect(() => {
    if (!preview) world.windows.get().catch(() => {});
  }, [world, preview]);
  const listed = block.from === undefined ? undefined : state.flow[block.from];
  const shown =
    listed === undefined ? providers : providers.filter(({ id }) => (listed as readonly unknown[]).includes(id));
  const items = shown.map(({ id, icon, way }) => ({
    id,
    icon,
    label: text(`frame.providers.${id}`),
    onClick: () => {
      page.model.set({ flow: { ...state.flow, provider: id, way } });
      run(block.event);
    },
  }));
  const { title } = block;
  return <Providers label={text(title === undefined ? 'frame.providers' : key(`texts.${title}`))} items={items} />;
}
