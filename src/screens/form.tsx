/**
 * Form screens: one or more forms as tabs. rjsf draws the fields. It validates nothing itself (`noValidate`): a field is
 * judged once it was left or the form sent, and what is said of it, by the browser or by the service, goes in as
 * `extraErrors`.
 */
import RjsfForm from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo } from 'react';
import type { FieldValues } from '../engine/form-schema.ts';
import type { CompiledForm } from '../engine/pack.ts';
import type { Block, FormScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { Dialog } from '../theme/dialog.tsx';
import { Heading } from '../theme/heading.tsx';
import { Tabs } from '../theme/tabs.tsx';
import { templates } from '../theme/templates.tsx';
import { widgetsOf } from '../widgets/widgets.ts';
import { selectForm } from './action-context.ts';
import { Blocks } from './blocks.tsx';
import { useTyping } from './context.tsx';
import { FailureAlert } from './failure.tsx';
import { fields } from './fields.tsx';
import { fieldOf, ID_PREFIX } from './focus.ts';
import type { HeadingRef } from './heading-ref.ts';
import { useLiveCheck } from './live-check.ts';
import { keepTyped } from './memory.ts';
import { tabsOf } from './page-model.ts';
import { changeValues, errorsOf, formContextOf, pickValues, uiSchemaOf } from './rjsf-data.ts';
import { useScreening } from './use-screening.ts';
import { validatorOf } from './validate.ts';

export function FormScreenView({
  screen,
  headingRef,
}: {
  readonly screen: FormScreen;
  readonly headingRef: HeadingRef;
}) {
  const screening = useScreening();
  const { page, state, text, has, rich, key, run } = screening;
  const names = tabsOf(state.pack);
  const lead = key('lead');
  const own = key('heading');
  const title = text(has(own) ? own : key('title'));
  // What it is about may depend on how it was come to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is about something else
  useEffect(() => screening.entitle(title), [state.pack, title]);
  const dialog = screen.forms[state.form]?.dialog;
  const panel = <FormPanel key={state.form} screen={screen} />;
  if (dialog !== undefined) {
    return (
      <>
        <Heading title={title} headingRef={headingRef} {...(has(lead) ? { lead: rich(lead) } : {})} />
        <Dialog
          open={true}
          title={text(key(`forms.${state.form}.tab`))}
          closeText={text(key(`forms.${state.form}.close`))}
          onClose={() => run(dialog.event)}
        >
          <FailureAlert />
          {panel}
        </Dialog>
      </>
    );
  }
  return (
    <>
      <Heading title={title} headingRef={headingRef} {...(has(lead) ? { lead: rich(lead) } : {})} />
      <FailureAlert title={title} />
      <Blocks blocks={withoutBanner(screen.before)} />
      {names.length > 1 ? (
        <Tabs
          id="forms"
          label={text('frame.tabs')}
          tabs={names.map((id) => ({ id, label: text(key(`forms.${id}.tab`)) }))}
          selected={state.form}
          onSelect={(form) => {
            selectForm(page, form);
            keepTyped(page);
          }}
        >
          {panel}
        </Tabs>
      ) : (
        panel
      )}
      <Blocks blocks={screen.after} />
    </>
  );
}

/** The banner has its own place in the frame. */
function withoutBanner(blocks: readonly Block[] | undefined): readonly Block[] | undefined {
  return blocks?.filter(({ block }) => block !== 'banner');
}

function FormPanel({ screen }: { readonly screen: FormScreen }) {
  const { state } = useScreening();
  const form = screen.forms[state.form];
  if (form === undefined) return null;
  return (
    <>
      <Blocks blocks={form.before} />
      <CompiledFormView event={form.event} name={state.form} />
      <Blocks blocks={form.after} />
    </>
  );
}

interface CompiledFormProps {
  readonly name: string;
  /** Event that sending the form runs. */
  readonly event: string;
}

/** One form, by rjsf: values and errors go in as things stand, what changes comes out. */
function CompiledFormView({ name, event }: CompiledFormProps) {
  const screening = useTyping();
  const { page, state, run } = screening;
  const form = state.pack.forms[name] as CompiledForm;
  const leave = useLiveCheck(screening);

  useEffect(() => {
    // The last of the values typed here, for a reload or another language.
    return () => keepTyped(page);
  }, [page]);

  const widgets = useMemo(() => widgetsOf(form.fields.map(({ field }) => field.widget)), [form]);
  const { pack } = state;
  const formContext = useMemo(() => formContextOf(page, pack), [page, pack]);
  return (
    <RjsfForm
      key={name}
      schema={form.schema as RJSFSchema}
      validator={validatorOf(form, state.validators[name])}
      uiSchema={uiSchemaOf(screening, form)}
      formData={pickValues(form, state.values)}
      formContext={formContext}
      extraErrors={errorsOf(screening, form)}
      fields={fields}
      templates={templates}
      widgets={widgets}
      idPrefix={ID_PREFIX}
      // Whatever becomes of the page's scripts, nothing typed may ever stand in an address.
      method="post"
      noValidate
      noHtml5Validate
      showErrorList={false}
      experimental_customMergeAllOf={withoutAllOf}
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={({ formData: changed }, id) => {
        const others = changeValues(screening, form, changed as FieldValues, id);
        for (const each of others) if (state.left.includes(each)) leave(each);
      }}
      onBlur={(id) => leave(fieldOf(id))}
      onSubmit={(_data, submit) => {
        submit.preventDefault();
        run(event);
      }}
    >
      {END}
    </RjsfForm>
  );
}

/** What stands after the fields. It looks at the page itself, so that rjsf has nothing to compare. */
function FormEnd() {
  const { state, text, key, waiting } = useScreening();
  const { screen } = state.pack;
  const form = screen.kind === 'form' ? screen.forms[state.form] : undefined;
  if (form === undefined) return null;
  return (
    <>
      <Blocks blocks={form.blocks} />
      <Button look="primary" type="submit" pending={state.pending === form.event} waiting={waiting}>
        {text(key(`forms.${state.form}.submit`))}
      </Button>
    </>
  );
}

const END = <FormEnd />;

/** Values come from the page's state alone; rjsf invents none. */
const DEFAULTS = { emptyObjectFields: 'skipDefaults', constAsDefaults: 'never' } as const;

/** A field's named patterns are for the validators; for drawing it they mean nothing, and merging them costs 5 KB. */
function withoutAllOf({ allOf: _, ...schema }: RJSFSchema): RJSFSchema {
  return schema;
}
