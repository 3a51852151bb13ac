import { type KeyboardEvent, useRef, useState } from 'react';
import type { TabsProps } from './types.ts';

/** Tabs: one stop for the Tab key, arrow keys, Home and End choose; the panel belongs to the chosen tab. */
export function Tabs({ id, label, tabs, selected, onSelect, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  /** The side that the panel came from last: none until a tab was chosen. */
  const [from, setFrom] = useState<'start' | 'end'>();
  const at = tabs.findIndex((tab) => tab.id === selected);

  const choose = (to: number): void => {
    const tab = tabs[to];
    if (!tab) return;
    setFrom(to < at ? 'start' : 'end');
    onSelect(tab.id);
  };

  const press = (event: KeyboardEvent) => {
    const rightToLeft = list.current?.closest<HTMLElement>('[dir]')?.dir === 'rtl';
    const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const back = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
    const last = tabs.length - 1;
    let to: number;
    if (event.key === forward) to = at === last ? 0 : at + 1;
    else if (event.key === back) to = at <= 0 ? last : at - 1;
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = last;
    else return;
    event.preventDefault();
    choose(to);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={press}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${selected}`}
        data-from={from}
      >
        {children}
      </div>
    </div>
  );
}
