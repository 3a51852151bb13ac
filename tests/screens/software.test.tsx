/** @jest-environment ./tests/page-environment.cjs */
/** The choice of software: what is chosen is sent, and is not saved over what another tab saved meanwhile. */
import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { HttpRequest } from '../../src/browser/http.ts';
import type { Result } from '../../src/engine/flow.ts';
import { ok, openPage, recorded } from './page.tsx';

const CHOSEN = recorded('query-soft-type', 'ok--chosen') as Extract<Result, { kind: 'answer' }>;
const box = (name: string) => screen.getByRole('checkbox', { name });

describe('the choice of software', () => {
  test('offers all twenty, ticked as chosen before, and sends the numbers', async () => {
    const page = await openPage({
      screen: 'software-select',
      answers: { 'query-soft-type': recorded('query-soft-type', 'ok--chosen'), 'user-index-guide': ok() },
    });
    await waitFor(() => expect(box('Maya')).toBeChecked());
    expect(screen.getAllByRole('checkbox')).toHaveLength(20);
    expect(box('Other software')).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Name of the other software' })).toHaveValue('Gaea');
    expect(screen.getByRole('radio', { name: 'Animation' })).toBeChecked();
    await page.user.click(box('Blender'));
    await page.user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    expect(page.sent('user-index-guide')[0]?.body).toEqual({
      softTypes: [2000, 2030, 2007],
      otherSoftware: 'Gaea',
      businessType: 1,
      version: CHOSEN.data.version,
    });
  });

  /** Answers of the service to one who reads and saves while another tab does, too. */
  function overtaken({ version = 'later', software = [2007, 2030] as readonly number[] } = {}) {
    const later = {
      ...CHOSEN,
      data: { ...CHOSEN.data, software, otherSoftware: 'Clarisse FX', businessType: 0, version },
    };
    let reads = 0;
    return {
      later,
      answers: {
        'query-soft-type': () => {
          reads += 1;
          return reads === 1 ? CHOSEN : later;
        },
        'user-index-guide': ({ body }: HttpRequest) =>
          (body as { version?: string }).version === version ? ok() : recorded('user-index-guide', 'Save.Overtaken'),
      },
    };
  }
  const save = () => screen.getByRole('button', { name: 'Save and continue' });
  const storedNow = () => screen.queryByRole('region', { name: 'Saved now' });

  test('is not saved over another tab’s: the page tells it, shows what is stored, keeps what was chosen, and saves at the next press', async () => {
    const page = await openPage({ screen: 'software-select', answers: overtaken().answers });
    await waitFor(() => expect(box('Maya')).toBeChecked());
    await page.user.click(box('Houdini'));
    expect(storedNow()).toBeNull();
    await page.user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent(/changed in another tab/);
    await waitFor(() => expect(storedNow()).toBeVisible());
    const region = within(storedNow() as HTMLElement);
    expect(region.getByText('Software').nextSibling).toHaveTextContent('Blender and Other software');
    expect(region.getByText('Name of the other software').nextSibling).toHaveTextContent('Clarisse FX');
    expect(region.getAllByRole('definition')).toHaveLength(3);
    // The visitor's own choice stands as it was.
    expect(box('Maya')).toBeChecked();
    expect(box('Houdini')).toBeChecked();
    expect(box('Blender')).not.toBeChecked();
    expect(screen.getByRole('textbox')).toHaveValue('Gaea');
    expect(page.world.location.left).toHaveLength(0);
    await page.user.click(save());
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    expect(page.sent('user-index-guide').map(({ body }) => (body as { version: string }).version)).toEqual([
      CHOSEN.data.version,
      'later',
    ]);
    expect(page.sent('user-index-guide')[1]?.body).toMatchObject({
      softTypes: [2000, 2030, 2004],
      otherSoftware: 'Gaea',
    });
  });

  test('that was made before the stored one came is based on nothing', async () => {
    let give: (result: Result) => void = () => undefined;
    const page = await openPage({
      line: 'ip',
      screen: 'software-select',
      answers: {
        ...overtaken().answers,
        'query-soft-type': () =>
          new Promise<Result>((resolve) => {
            give = resolve;
          }),
      },
    });
    await page.user.click(box('Houdini'));
    await page.user.click(save());
    await waitFor(() => expect(page.sent('user-index-guide')).toHaveLength(1));
    expect(page.sent('user-index-guide')[0]?.body).toEqual({ softTypes: [2004], businessType: 1, version: '0' });
    await act(async () => give(CHOSEN));
    expect(page.world.location.left).toHaveLength(0);
  });

  test('that was made before the stored one came, and is sent after, is based on nothing, too', async () => {
    let give: (result: Result) => void = () => undefined;
    const first = new Promise<Result>((resolve) => {
      give = resolve;
    });
    const page = await openPage({
      line: 'ip',
      screen: 'software-select',
      answers: { ...overtaken().answers, 'query-soft-type': () => first },
    });
    await page.user.click(box('Houdini'));
    await act(async () => give(CHOSEN));
    await page.user.click(save());
    await waitFor(() => expect(page.sent('user-index-guide')).toHaveLength(1));
    expect(page.sent('user-index-guide')[0]?.body).toMatchObject({ softTypes: [2004], businessType: 1, version: '0' });
  });

  test.each([
    ['that was touched is still based on what was read before', true],
    ['that nobody touched is based on what is read now', false],
  ])('%s, after a reload', async (_, isTouched) => {
    const stored = { userId: String(CHOSEN.data.userId) };
    const { later, answers } = overtaken();
    const first = await openPage({ screen: 'software-select', stored, answers });
    await waitFor(() => expect(box('Maya')).toBeChecked());
    if (isTouched) await first.user.click(box('Houdini'));
    const mark = first.world.location.mark();
    first.unmount();
    const page = await openPage({
      screen: 'software-select',
      world: first.world,
      mark,
      answers: { ...answers, 'query-soft-type': later },
    });
    await waitFor(() => expect(box(isTouched ? 'Houdini' : 'Blender')).toBeChecked());
    await waitFor(() => expect(page.sent('query-soft-type')).toHaveLength(1));
    await page.user.click(save());
    await waitFor(() => expect(page.sent('user-index-guide')).toHaveLength(1));
    const version = isTouched ? CHOSEN.data.version : 'later';
    expect(page.sent('user-index-guide')[0]?.body).toMatchObject({ version });
  });

  test('is made with the keyboard alone', async () => {
    const page = await openPage({
      line: 'ip',
      screen: 'software-select',
      answers: { 'query-soft-type': recorded('query-soft-type', 'ok'), 'user-index-guide': ok() },
    });
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    box('Maya').focus();
    await page.user.keyboard(' ');
    await page.user.tab();
    expect(box('3ds Max')).toHaveFocus();
    await page.user.keyboard(' {Enter}');
    await waitFor(() => expect(page.sent('user-index-guide')).toHaveLength(1));
    expect(page.sent('user-index-guide')[0]?.body).toEqual({ softTypes: [2000, 2001], businessType: 1, version: '0' });
  });

  test('wants at least one, and the name of another', async () => {
    const page = await openPage({
      screen: 'software-select',
      answers: { 'query-soft-type': recorded('query-soft-type', 'ok') },
    });
    await page.user.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByText(/Choose at least one software/)).toBeVisible();
    await page.user.click(box('Other software'));
    await page.user.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByText('Enter the name of the software.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Name of the other software' })).toBeInvalid();
    expect(page.sent('user-index-guide')).toHaveLength(0);
    await page.user.click(box('Other software'));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('can be skipped, and needs somebody signed in', async () => {
    const page = await openPage({
      screen: 'software-select',
      answers: { 'query-soft-type': recorded('query-soft-type', 'ok') },
    });
    await page.user.click(screen.getByRole('button', { name: 'Skip for now' }));
    await waitFor(() => expect(page.world.location.left).toHaveLength(1));
    expect(page.sent('user-index-guide')).toHaveLength(0);
    const stranger = await openPage({ screen: 'software-select' });
    await waitFor(() => expect(stranger.world.location.path()).toBe('/sso'));
  });
});
