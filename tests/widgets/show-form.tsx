import Form from '@rjsf/core/lib/components/Form.js';
import type { ErrorSchema, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { FormField, Scalar } from '../../src/engine/pack.ts';
import type { Field } from '../../src/generated/config.ts';
import { fields as rjsfFields } from '../../src/screens/fields.tsx';
import { templates } from '../../src/theme/templates.tsx';
import type { LinkProps } from '../../src/theme/types.ts';
import type { Check, FieldOptions, FormContext } from '../../src/widgets/context.ts';
import { loadLateWidgets } from '../../src/widgets/late.tsx';
import { widgetsOf } from '../../src/widgets/widgets.ts';

/** Never objects: what is said of a field comes as `extraErrors` alone. */
const validator = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  toErrorList: () => [],
  rawValidation: () => ({}),
} as unknown as ValidatorType;

/** How things stand with the fields, as a page would tell. */
interface About {
  readonly errors: (field: string) => readonly string[];
  readonly ways: (field: string) => readonly LinkProps[];
  readonly check: (field: string) => Check;
  readonly concerned: (field: string) => boolean;
  readonly pending: string | undefined;
  readonly seconds: (timer: string) => number;
  readonly sent: (timer: string) => boolean;
  readonly spent: (timer: string) => boolean;
  readonly rich: FormContext['rich'];
  readonly language: string;
  readonly line: FormContext['line'];
  readonly disabled: boolean;
  readonly username: string | undefined;
}

export interface Given {
  readonly fields: Readonly<Record<string, Field>>;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly optional?: readonly string[];
  readonly options?: Readonly<Record<string, readonly string[]>>;
  /** Message keys that the catalog lacks, by pattern; without it only optional texts are missing. */
  readonly has?: (key: string) => boolean;
  readonly context?: Partial<About>;
}

// As pages do before they show a form.
beforeAll(loadLateWidgets);

/** Texts are their own keys, with the parameters behind: `widgets.code.resend seconds=9`. */
const text = (key: string, params: Readonly<Record<string, Scalar>> = {}) =>
  [key, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' ');

/** Renders fields in rjsf's own form; answers what the form holds, what was left, what was run, and how to change it. */
export function showForm(given: Given) {
  const left: string[] = [];
  const run: string[] = [];
  let held: Record<string, unknown> = {};
  let submitted = 0;
  let change: (context: Partial<About>, data?: Record<string, unknown>) => void = () => {};
  const ids = Object.keys(given.fields);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, { type: given.fields[id]?.rule.type }])),
  } as RJSFSchema;
  const has = given.has ?? ((key: string) => !/\.(hint|placeholder)$/.test(key));
  const ui = (id: string, about: About, data: Readonly<Record<string, unknown>>): UiSchema => {
    const field = given.fields[id] as Field;
    const optional = given.optional?.includes(id) ?? false;
    const { minLength, maxLength } = field.rule;
    const params = {
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
    const { to, timer } = field.send ?? {};
    const target = String(data[to ?? ''] ?? '');
    const maybe = (key: string): string => (has(key) ? text(key, params) : '');
    const options: FieldOptions = {
      formField: { id, field, optional, ...(given.options?.[id] && { options: given.options[id] }) } as FormField,
      params,
      check: about.check(id),
      concerned: about.concerned(id),
      ways: about.ways(id),
      ...(optional && { optional: text('frame.optional') }),
      pending: about.pending,
      sending:
        field.send === undefined
          ? undefined
          : {
              seconds: timer === undefined ? 0 : about.seconds(timer),
              sent: timer !== undefined && about.sent(timer),
              spent: timer !== undefined && about.spent(timer),
              target,
            },
    };
    return {
      'ui:widget': field.widget,
      'ui:title': text(`fields.${id}.label`, params),
      'ui:help': about.check(id) === 'unchecked' ? text('widgets.check.later') : maybe(`fields.${id}.hint`),
      'ui:placeholder': maybe(`fields.${id}.placeholder`),
      'ui:options': { ...options },
    };
  };

  // biome-ignore lint/correctness/noComponentHookFactories: one form per test, made of what the test gives
  function Host() {
    const [data, setData] = useState<Record<string, unknown>>({ ...given.data });
    const [more, setMore] = useState<Partial<About>>(given.context ?? {});
    held = data;
    change = (context, fresh) => {
      setMore({ ...more, ...context });
      if (fresh) setData(fresh);
    };
    const about: About = {
      errors: () => [],
      ways: () => [],
      check: () => 'idle',
      concerned: () => false,
      pending: undefined,
      seconds: () => 0,
      sent: () => false,
      spent: () => false,
      rich: (key) => (
        <>
          {key} <a href="/terms">terms</a>
        </>
      ),
      language: 'en',
      line: { phone: { area: '86', region: 'CN' } } as unknown as FormContext['line'],
      disabled: false,
      username: undefined,
      ...more,
    };
    const formContext: FormContext = {
      language: about.language,
      line: about.line,
      text,
      rich: about.rich,
      run: (event) => run.push(event),
    };
    const uiSchema: UiSchema = {
      ...(about.username !== undefined && { 'ui:options': { username: about.username } }),
      ...Object.fromEntries(ids.map((id) => [id, ui(id, about, data)])),
    };
    const said = ids.filter((id) => about.errors(id).length > 0);
    const errors = Object.fromEntries(said.map((id) => [id, { __errors: [...about.errors(id)] }]));
    return (
      <Form
        schema={schema}
        uiSchema={uiSchema}
        formData={data}
        formContext={formContext}
        extraErrors={errors as ErrorSchema}
        validator={validator}
        fields={rjsfFields as never}
        templates={templates}
        widgets={widgetsOf(ids.map((id) => (given.fields[id] as Field).widget)) as never}
        disabled={about.disabled}
        noValidate
        onChange={(event) => setData(event.formData ?? {})}
        onBlur={(id) => left.push(id.replace(/^root_/, ''))}
        onSubmit={() => {
          submitted += 1;
        }}
      >
        <button type="submit">submit</button>
      </Form>
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
    change: (context: Partial<About>, data?: Record<string, unknown>) => change(context, data),
  };
}
