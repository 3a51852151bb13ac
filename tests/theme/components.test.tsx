/** @jest-environment ./tests/page-environment.cjs */
import '@testing-library/jest-dom';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { Alert } from '../../src/theme/alert.tsx';
import { Button } from '../../src/theme/button.tsx';
import { ChoiceGrid } from '../../src/theme/choice-grid.tsx';
import { Dialog } from '../../src/theme/dialog.tsx';
import { Downloads } from '../../src/theme/downloads.tsx';
import { Facts } from '../../src/theme/facts.tsx';
import { Frame } from '../../src/theme/frame.tsx';
import { Heading } from '../../src/theme/heading.tsx';
import { Links } from '../../src/theme/links.tsx';
import { StateIcon } from '../../src/theme/more-icons.tsx';
import { Notice } from '../../src/theme/notice.tsx';
import { Providers } from '../../src/theme/providers.tsx';
import { Records } from '../../src/theme/records.tsx';
import { Tabs } from '../../src/theme/tabs.tsx';
import type { FrameProps } from '../../src/theme/types.ts';

const frame: FrameProps = {
  shown: 0,
  layout: 'split',
  brand: 'Brand',
  logo: '/logo.svg',
  homeHref: '/home',
  illustration: '/illustration.svg',
  band: '/band.svg',
  tagline: 'Tagline',
  promise: 'Promise',
  footer: <p>footer</p>,
  skipText: 'Skip',
  children: <h1>Title</h1>,
};

describe('Frame', () => {
  test('has its landmarks, the skip link leads to the content', () => {
    render(<Frame {...frame} />);
    expect(screen.getByRole('link', { name: 'Skip' })).toHaveAttribute('href', '#main');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
    expect(screen.getByRole('link', { name: 'Brand' })).toHaveAttribute('href', '/home');
    expect(screen.getByRole('contentinfo')).toHaveTextContent('footer');
  });

  test('images have their size reserved', () => {
    const { container } = render(<Frame {...frame} />);
    for (const image of container.querySelectorAll('img')) {
      expect(image).toHaveAttribute('width');
      expect(image).toHaveAttribute('height');
    }
  });

  test('another screen takes new elements, so that nothing visible moves; the rest stays', () => {
    const { container, rerender } = render(<Frame {...frame} />);
    const [content, foot, top] = ['.content', '.foot', '.top'].map((each) => container.querySelector(each));
    rerender(<Frame {...frame} shown={1} />);
    expect(container.querySelector('.content')).not.toBe(content);
    expect(container.querySelector('.foot')).not.toBe(foot);
    expect(container.querySelector('.top')).toBe(top);
    rerender(<Frame {...frame} shown={1} layout="card" />);
    expect(container.querySelector('.top')).not.toBe(top);
  });

  test('only the split layout shows the illustration', () => {
    render(<Frame {...frame} layout="card" />);
    expect(screen.queryByText('Tagline')).toBeNull();
  });

  test('the language switch names the present language', async () => {
    const chosen: string[] = [];
    const languages = {
      label: 'Language',
      items: [
        { id: 'en', label: 'English', href: '?lang=en', current: true },
        { id: 'de', label: 'Deutsch', href: '?lang=de', current: false },
      ],
      onSelect: (id: string, event: { preventDefault(): void }) => {
        event.preventDefault();
        chosen.push(id);
      },
    };
    render(<Frame {...frame} languages={languages} />);
    const nav = within(screen.getByRole('navigation', { name: 'Language' }));
    expect(nav.getByRole('link', { current: true })).toHaveTextContent('English');
    expect(nav.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('lang', 'de');
    await userEvent.click(nav.getByRole('link', { name: 'Deutsch' }));
    expect(chosen).toEqual(['de']);
  });
});

test('a heading can take the focus', () => {
  const ref = createRef<HTMLHeadingElement>();
  render(<Heading title="Sign in" lead="Welcome" headingRef={ref} />);
  ref.current?.focus();
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toHaveFocus();
});

test.each([
  ['error', 'alert'],
  ['warning', 'alert'],
  ['success', 'alert'],
  ['info', 'status'],
] as const)('an alert of tone %s has the role %s', (tone, role) => {
  render(
    <Alert tone={tone} links={[{ id: 'a', label: 'More', href: '/more' }]}>
      Sentence
    </Alert>,
  );
  expect(screen.getByRole(role)).toHaveTextContent('Sentence');
  expect(screen.getByRole('link', { name: 'More' })).toHaveAttribute('href', '/more');
});

describe('Button', () => {
  test('while it waits for something else it cannot be pressed, and says so', async () => {
    const user = userEvent.setup();
    const clicks: string[] = [];
    render(
      <form onSubmit={(event) => event.preventDefault()}>
        <Button look="primary" type="submit" waiting onClick={() => clicks.push('x')}>
          Save
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-busy')).toBeNull();
    await user.click(button);
    expect(clicks).toEqual([]);
  });

  test('while pending it keeps its name and the focus, and neither a click nor Enter does anything', async () => {
    const clicks: string[] = [];
    let submits = 0;
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits += 1;
        }}
      >
        <input aria-label="field" />
        <Button look="primary" type="submit" pending onClick={() => clicks.push('x')}>
          Sign in
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Sign in' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    await userEvent.click(button);
    await userEvent.type(screen.getByRole('textbox'), '{Enter}');
    expect(clicks).toEqual([]);
    expect(submits).toBe(0);
  });

  test('disabled is disabled; otherwise a click counts once', async () => {
    let clicks = 0;
    const click = () => {
      clicks += 1;
    };
    const { rerender } = render(
      <Button look="secondary" disabled onClick={click}>
        Go
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    rerender(
      <Button look="secondary" onClick={click}>
        Go
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect(clicks).toBe(1);
  });
});

test('a link without an address is a button', async () => {
  let clicked = 0;
  render(
    <Links
      items={[
        { id: 'a', label: 'There', href: '/there' },
        { id: 'b', label: 'Act', onClick: () => clicked++ },
      ]}
    />,
  );
  expect(screen.getByRole('link', { name: 'There' })).toHaveAttribute('href', '/there');
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
  expect(clicked).toBe(1);
});

function Three() {
  const [selected, select] = useState('a');
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}` }));
  return (
    <Tabs id="t" label="Ways" tabs={tabs} selected={selected} onSelect={select}>
      panel {selected}
    </Tabs>
  );
}

describe('Tabs', () => {
  const selected = () => screen.getByRole('tab', { selected: true });

  test('arrow keys go round, Home and End jump, the focus follows', async () => {
    render(<Three />);
    expect(screen.getByRole('tablist', { name: 'Ways' })).toBeInTheDocument();
    await userEvent.tab();
    expect(selected()).toHaveFocus();
    const steps: readonly (readonly [string, string])[] = [
      ['{ArrowRight}', 'b'],
      ['{End}', 'c'],
      ['{ArrowRight}', 'a'],
      ['{ArrowLeft}', 'c'],
      ['{Home}', 'a'],
    ];
    for (const [key, tab] of steps) {
      await userEvent.keyboard(key);
      expect(selected()).toHaveTextContent(`Tab ${tab}`);
      expect(selected()).toHaveFocus();
      expect(screen.getByRole('tabpanel', { name: `Tab ${tab}` })).toHaveTextContent(`panel ${tab}`);
    }
  });

  test('right to left, the arrows swap', async () => {
    const { container } = render(<Three />);
    container.dir = 'rtl';
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(selected()).toHaveTextContent('Tab b');
  });
});

test('a notice says one thing, with its buttons', () => {
  render(
    <Notice
      tone="success"
      icon={<StateIcon name="mail" />}
      title="Sent"
      text="Look into your mailbox."
      actions={<Button look="plain">Ok</Button>}
    />,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Sent' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ok' })).toBeInTheDocument();
});

describe('Dialog', () => {
  beforeAll(() => {
    // jsdom has the element but not its methods.
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    };
  });

  test('opens as a modal with its title as its name, and tells when it wants to close', async () => {
    let closed = 0;
    const dialog = (open: boolean) => (
      <Dialog open={open} title="Check" closeText="Close" onClose={() => closed++}>
        <p>Body</p>
      </Dialog>
    );
    const { rerender } = render(dialog(false));
    expect(screen.queryByText('Body')).toBeNull();
    rerender(dialog(true));
    const element = screen.getByRole('dialog', { name: 'Check' });
    expect(element).toHaveTextContent('Body');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(closed).toBe(1);
    const cancel = new Event('cancel', { cancelable: true });
    element.dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    expect(closed).toBe(2);
    rerender(dialog(false));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(closed).toBe(2);
  });
});

test('facts are names and values', () => {
  render(<Facts items={[{ id: 'a', label: 'Username', value: 'mei_lin' }]} />);
  expect(screen.getByRole('term')).toHaveTextContent('Username');
  expect(screen.getByRole('definition')).toHaveTextContent('mei_lin');
});

describe('Records', () => {
  const columns = [
    { id: 'device', label: 'Device' },
    { id: 'since', label: 'Since' },
  ];
  const fold = { more: 'Show all 8', fewer: 'Show fewer' };
  const list = { title: 'Sessions', empty: 'None', unknown: undefined, acted: false, columns, fold };

  test('is a table with its title as its name, and an action per row', async () => {
    let ended = 0;
    const rows = [
      {
        id: '1',
        cells: ['Laptop', 'today'],
        actions: [
          { id: 'end', label: 'End', name: 'End: Laptop', pending: false, waiting: false, onClick: () => ended++ },
        ],
      },
      {
        id: '2',
        cells: ['Phone', 'today'],
        actions: [
          { id: 'end', label: 'Stop', name: 'Stop: Phone', pending: false, waiting: true, onClick: () => ended++ },
        ],
      },
    ];
    render(<Records {...list} rows={rows} />);
    const table = within(screen.getByRole('table', { name: 'Sessions' }));
    expect(table.getByRole('columnheader', { name: 'Device' })).toBeInTheDocument();
    expect(table.getByRole('cell', { name: 'Laptop' })).toBeInTheDocument();
    await userEvent.click(table.getByRole('button', { name: 'End: Laptop' }));
    expect(ended).toBe(1);
    const held = table.getByRole('button', { name: 'Stop: Phone' });
    expect(held).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(held);
    expect(ended).toBe(1);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, cells: [`Device ${at}`, 'today'], actions: [] }));

  test('in a section, a long list shows its first five rows, and the others when asked for', async () => {
    const { rerender } = render(<Records {...list} inSection rows={many(8)} />);
    const isSeen = (at: number) => screen.getByText(`Device ${at}`).closest('details:not([open])') === null;
    expect([0, 4, 5, 7].map(isSeen)).toEqual([true, true, false, false]);
    await userEvent.click(screen.getByText('Show all 8'));
    expect([0, 4, 5, 7].map(isSeen)).toEqual([true, true, true, true]);
    await userEvent.click(screen.getByText('Show fewer'));
    expect(isSeen(7)).toBe(false);
    rerender(<Records {...list} inSection rows={many(7)} />);
    expect([0, 6].map(isSeen)).toEqual([true, true]);
    rerender(<Records {...list} rows={many(8)} />);
    expect(isSeen(7)).toBe(true);
  });

  test('says when there are none', () => {
    render(<Records {...list} rows={[]} />);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('None')).toBeInTheDocument();
  });
});

test('downloads are links', () => {
  render(<Downloads items={[{ id: 'w', label: 'For Windows', system: 'windows', href: '/w' }]} />);
  expect(screen.getByRole('link', { name: 'For Windows' })).toHaveAttribute('href', '/w');
});

test('providers are buttons, each with its drawing', async () => {
  const clicked: string[] = [];
  const items = ['google', 'another'].map((id) => ({
    id,
    icon: `/assets/${id}.svg`,
    label: `With ${id}`,
    onClick: () => clicked.push(id),
  }));
  const { container } = render(<Providers label="or" items={items} />);
  expect([...container.querySelectorAll('img')].map((drawing) => [drawing.getAttribute('src'), drawing.alt])).toEqual([
    ['/assets/google.svg', ''],
    ['/assets/another.svg', ''],
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'With google' }));
  await userEvent.click(screen.getByRole('button', { name: 'With another' }));
  expect(clicked).toEqual(['google', 'another']);
});

describe('ChoiceGrid', () => {
  const options = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B', hint: 'more' },
  ];

  test('several of many', async () => {
    const changes: (readonly string[])[] = [];
    render(
      <ChoiceGrid
        id="field_choice"
        name="n"
        label="Which"
        multiple
        options={options}
        selected={['a']}
        onChange={(selected) => changes.push(selected)}
      />,
    );
    expect(screen.getByRole('group', { name: 'Which' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'B more' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'A' }));
    expect(changes).toEqual([['a', 'b'], []]);
  });

  test('one of many', async () => {
    const changes: (readonly string[])[] = [];
    render(
      <ChoiceGrid
        id="field_choice"
        name="n"
        label="Which"
        multiple={false}
        options={options}
        selected={['a']}
        onChange={(selected) => changes.push(selected)}
      />,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'B more' }));
    expect(changes).toEqual([['b']]);
  });
});
