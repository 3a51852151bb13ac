import { Fragment, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import type { RecordsProps } from './types.ts';

/** Written out because a table laid out as blocks loses its roles in some browsers. */
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** In a section, more rows than these are a long list: it shows its first ones, and the rest when that is asked for. */
const LONG = 7;
const OPEN = 5;

/** A table that becomes cards where there is little room: on a phone, and in the narrow column beside an illustration. */
export function Records({ inSection, title, empty, unknown, acted, columns, rows, fold }: RecordsProps) {
  const titleId = useId();
  const Title = inSection ? 'h3' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  const offered = rows.map(({ id, actions }) => [id, ...actions.map((each) => each.id)].join(' ')).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a button may have gone
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (acted && document.activeElement === document.body) heading.current?.focus();
  }, [acted, offered]);
  const acts = rows.some((row) => row.actions.length > 0);
  const isLong = inSection === true && rows.length > LONG;
  const open = isLong ? rows.slice(0, OPEN) : rows;
  const folded = isLong ? rows.slice(OPEN) : [];
  return (
    <section className="records" aria-labelledby={titleId}>
      <Title id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {unknown !== undefined ? (
        <div className="records-empty" aria-busy={unknown.again === undefined}>
          <p>{unknown.text}</p>
          {unknown.again !== undefined && (
            <div className="actions">
              <Button look="secondary" onClick={unknown.again.onClick}>
                {unknown.again.label}
              </Button>
            </div>
          )}
        </div>
      ) : rows.length === 0 ? (
        <p className="records-empty">{empty}</p>
      ) : (
        <>
          <Table of={titleId} columns={columns} rows={open} acts={acts} />
          {folded.length > 0 && (
            <details className="records-fold">
              <summary>
                <span>{fold.more}</span>
                <span>{fold.fewer}</span>
              </summary>
              <Table of={titleId} columns={columns} rows={folded} acts={acts} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

type TableProps = Pick<RecordsProps, 'columns' | 'rows'> & { readonly of: string; readonly acts: boolean };

function Table({ of, columns, rows, acts }: TableProps) {
  return (
    <table {...role.table} aria-labelledby={of}>
      <thead {...role.group}>
        <tr {...role.row}>
          {columns.map((column) => (
            <th key={column.id} {...role.head} scope="col">
              {column.label}
            </th>
          ))}
          {acts && <td {...role.cell} />}
        </tr>
      </thead>
      <tbody {...role.group}>
        {rows.map((row) => (
          <tr key={row.id} {...role.row}>
            {columns.map((column, at) => (
              <td
                key={column.id}
                {...role.cell}
                className={at > 0 && !row.cells[at] ? 'none' : undefined}
                data-label={column.label}
              >
                {row.cells[at] || '–'}
                {at === 0 &&
                  row.marks?.map((mark) => (
                    <Fragment key={mark}>
                      {' '}
                      <span className="mark">{mark}</span>
                    </Fragment>
                  ))}
              </td>
            ))}
            {acts && (
              <td {...role.cell} className="record-actions">
                {row.actions.map((action) => (
                  <Button
                    key={action.id}
                    look="secondary"
                    name={action.name}
                    pending={action.pending}
                    waiting={action.waiting}
                    onClick={action.onClick}
                  >
                    {action.label}
                  </Button>
                ))}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
