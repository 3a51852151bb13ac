import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { AnyIcon } from '../theme/more-icons.tsx';
import { type Area, flagOf, loadAreaWords, searchAreas } from './areas.ts';
import type { FormContext } from './context.ts';

interface AreaPickerProps {
  /** Id of the button; the parts derive theirs from it. */
  readonly id: string;
  readonly form: FormContext;
  readonly area: Area;
  readonly disabled: boolean;
  onPick(area: Area): void;
}

/**
 * A button that opens a searchable list of areas (ARIA combobox with a list). Arrow keys and page keys move, Enter
 * takes, Escape and leaving close. Only letters and code are rendered before it opens: names differ between a
 * server's and a browser's data.
 */
export function AreaPicker({ id, form, area, disabled, onPick }: AreaPickerProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  const shown = `${area.region} +${area.code}`;
  const blur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave
    <div className="area" onBlur={blur}>
      <button
        id={id}
        ref={button}
        className="area-button"
        type="button"
        disabled={disabled}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={`${form.text('widgets.phone.area')} ${shown}`}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span dir="ltr">{shown}</span>
        <AnyIcon name="chevron" />
      </button>
      {open && (
        <AreaList
          id={id}
          form={form}
          area={area}
          onClose={close}
          onPick={(picked) => {
            onPick(picked);
            close(true);
          }}
        />
      )}
    </div>
  );
}

interface AreaListProps extends Omit<AreaPickerProps, 'disabled'> {
  onClose(refocus: boolean): void;
}

function AreaList({ id, form, area, onPick, onClose }: AreaListProps) {
  const [query, setQuery] = useState('');
  const isNow = ({ region }: Area) => Number(region === area.region);
  const listed = searchAreas(query, form.language, form.line.phone?.common);
  // Before anything is searched for, the area chosen now leads the list.
  const found = query === '' ? [...listed].sort((a, b) => isNow(b) - isNow(a)) : listed;
  const [active, setActive] = useState(() =>
    Math.max(
      found.findIndex((one) => one.region === area.region),
      0,
    ),
  );
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = `${id}-list`;
  const optionId = (at: number) => `${id}-${found[at]?.region}`;

  const [, setHasWords] = useState(false);

  useEffect(() => search.current?.focus(), []);
  useEffect(() => {
    // What does not arrive is not searched by.
    loadAreaWords().then(
      () => setHasWords(true),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    // Not scrollIntoView, which would also move the page.
    const option = list.current?.children[active] as HTMLElement | undefined;
    if (!list.current || !option) return;
    const { offsetTop, offsetHeight } = option;
    const { scrollTop, clientHeight } = list.current;
    list.current.scrollTop = Math.min(offsetTop, Math.max(scrollTop, offsetTop + offsetHeight - clientHeight));
  }, [active]);

  const press = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    };
    const to = moves[event.key];
    if (to !== undefined) setActive(Math.max(to, 0));
    else if (event.key === 'Enter') {
      const picked = found[active];
      if (picked) onPick(picked);
    } else if (event.key === 'Escape') {
      // A dialog around the form stays open.
      event.stopPropagation();
      onClose(true);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="areas">
      <AnyIcon name="search" />
      <input
        ref={search}
        className="input"
        type="text"
        role="combobox"
        aria-label={form.text('widgets.phone.search')}
        placeholder={form.text('widgets.phone.search')}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      {/* Browsers would let the Tab key stop at what scrolls, where no key does anything. */}
      <div
        className="area-list"
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={form.text('widgets.phone.area')}
      >
        {found.map((one, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search's
          <div
            key={one.region}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            data-current={one.region === area.region || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(one)}
          >
            <span>
              <span className="flag" aria-hidden="true">
                {flagOf(one.region)}
              </span>
              {one.label}
            </span>
            <span dir="ltr">+{one.code}</span>
          </div>
        ))}
      </div>
      <p className="areas-none" role="status">
        {found.length === 0 ? form.text('widgets.phone.noMatch') : ''}
      </p>
    </div>
  );
}
