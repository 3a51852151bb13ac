/** Buttons of the line's third-party providers. */
import { Providers } from '../theme/providers.tsx';
import { useScreening } from './use-screening.ts';

/** Event that a provider's button runs, with the flow value of the same name telling which. */
const PROVIDER = 'provider';

export function ProvidersView() {
  const { session, text, run, state } = useScreening();
  const { providers } = session.shell.line;
  const items = providers.map(({ id, icon }) => ({
    id,
    icon,
    label: text(`frame.providers.${id}`),
    onClick: () => {
      session.visit.set({ flow: { ...state.flow, [PROVIDER]: id } });
      run(PROVIDER);
    },
  }));
  return <Providers label={text('frame.providers')} items={items} />;
}
