import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { FormField, Scalar } from '../../src/engine/pack.ts';
import type { Field } from '../../src/generated/config.ts';
import { flatFields } from '../../src/screens/flat-fields.tsx';
import { templates } from '../../src/theme/templates.tsx';
import { type FormContext, FormContextProvider } from '../../src/widgets/context.ts';
import { loadLaterWidgets } from '../../src/widgets/later.tsx';

/** Never objects: what widgets show comes from the form context alone. */
const validator = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  toErrorList: () => [],
  rawValidation: () => ({}),
} as unknown as ValidatorType;

export interface Given {
  readonly fields: Readonly<Record<string, Field>>;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly optional?: readonly string[];
  readonly options?: Readonly<Record<string, readonly string[]>>;
  /** Message keys that the catalog lacks, by pattern; without it only optional texts are missing. */
  readonly has?: (key: string) => boolean;
  readonly context?: Partial<FormContext>;
}

// As pages do before they show a form.
beforeAll(loadLaterWidgets);

/** Texts are their own keys, with the parameters behind: `widgets.code.resend seconds=9`. */
const text = (key: string, params: Readonly<Record<string, Scalar>> = {}) =>
  [key, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' ');

/** Renders fields in rjsf's own form; answers what the form holds, what was left, what was run, and how to change it. */
export function showForm(given: Given) {
  const left: string[] = [];
  const run: string[] = [];
  let held: Record<string, unknown> = {};
  let submitted = 0;
  let change: (context: Partial<FormContext>, data?: Record<string, unknown>) => void = () => {};
  const ids = Object.keys(given.fields);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, { type: given.fields[id]?.rule.type }])),
  } as RJSFSchema;
  const uiSchema = Object.fromEntries(
    ids.map((id) => [id, { 'ui:widget': given.fields[id]?.widget, 'ui:options': { field: id } }]),
  );
  const fields = Object.fromEntries(
    ids.map((id): [string, FormField] => [
      id,
      {
        id,
        field: given.fields[id] as Field,
        optional: given.optional?.includes(id) ?? false,
        ...(given.options?.[id] && { options: given.options[id] }),
      },
    ]),
  );

  // biome-ignore lint/correctness/noComponentHookFactories: one form per test, made of what the test gives
  function Host() {
    const [data, setData] = useState<Record<string, unknown>>({ ...given.data });
    const [more, setMore] = useState<Partial<FormContext>>(given.context ?? {});
    held = data;
    change = (context, fresh) => {
      setMore({ ...more, ...context });
      if (fresh) setData(fresh);
    };
    const context: FormContext = {
      language: 'en',
      line: { phone: { area: '86', region: 'CN' } } as unknown as FormContext['line'],
      fields,
      text,
      target: (to) => String(data[to] ?? ''),
      has: given.has ?? ((key) => !/\.(hint|placeholder)$/.test(key)),
      rich: (key) => (
        <>
          {key} <a href="/terms">terms</a>
        </>
      ),
      errors: () => [],
      ways: () => [],
      check: () => 'idle',
      leave: (field) => left.push(field),
      run: (event) => run.push(event),
      pending: undefined,
      seconds: () => 0,
      sent: () => false,
      spent: () => false,
      disabled: false,
      username: undefined,
      ...more,
    };
    return (
      <FormContextProvider value={context}>
        <Form
          schema={schema}
          uiSchema={uiSchema}
          formData={data}
          validator={validator}
          fields={flatFields as never}
          templates={templates}
          noValidate
          onChange={(event) => setData(event.formData ?? {})}
          onSubmit={() => {
            submitted += 1;
          }}
        >
          <button type="submit">submit</button>
        </Form>
      </FormContextProvider>
    );
  }

  const view = render(<Host />);
  return {
    ...view,
    user: userEvent.setup(),
    left,
    run,
    data: () => held,
    submits: () => submitted,
    change: (context: Partial<FormContext>, data?: Record<string, unknown>) => change(context, data),
  };
}
