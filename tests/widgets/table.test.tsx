/** @jest-environment ./tests/page-environment.cjs */
/** The table of widgets: whatever knows widgets by name knows those of the table, and no others. */
import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import { definitions } from '../../schemas/config/common.json';
import type { Pack } from '../../src/engine/pack.ts';
import type { WidgetName } from '../../src/generated/config.ts';
import { bundlesOf } from '../../src/screens/bundles.ts';
import { loadLateWidgets } from '../../src/widgets/late.tsx';
import { lateWidgets } from '../../src/widgets/late-widgets.ts';
import { isLate, widgetOf } from '../../src/widgets/widgets.ts';

// One widget more, by an entry of the table and nothing else.
jest.mock('../../src/widgets/late-widgets.ts', () => {
  const real = jest.requireActual<{ lateWidgets: object }>('../../src/widgets/late-widgets.ts');
  return { lateWidgets: { ...real.lateWidgets, slider: () => <input type="range" /> } };
});

const NEW = 'slider' as WidgetName;
const names = definitions.widgetName.enum as WidgetName[];

/** A screen with one form of one field. */
const screenWith = (widget: WidgetName) =>
  ({
    screen: { kind: 'form', forms: { only: { fields: ['f'], event: 'send' } } },
    forms: { only: { fields: [{ id: 'f', field: { widget } }] } },
  }) as unknown as Pack;

test('an entry is all that a new widget needs: it is fetched with its screen, and drawn', async () => {
  expect(isLate(NEW)).toBe(true);
  expect(bundlesOf(screenWith(NEW), 'all')).toEqual(['late-widgets']);
  const Slider = widgetOf(NEW) as React.ComponentType;
  expect(widgetOf(NEW)).toBe(Slider);
  await act(loadLateWidgets);
  render(<Slider />);
  expect(screen.getByRole('slider')).toBeInTheDocument();
});

test('every name of the grammar has one entry, and a screen fetches the later part for those of it alone', () => {
  expect([...names.filter(isLate), NEW].sort()).toEqual(Object.keys(lateWidgets).sort());
  expect(new Set(names.map(widgetOf)).size).toBe(names.length);
  for (const name of names) expect(bundlesOf(screenWith(name), 'all')).toEqual(isLate(name) ? ['late-widgets'] : []);
});
