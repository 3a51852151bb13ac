/**
 * Form screens: one or more forms as tabs. rjsf draws the fields; it validates nothing itself (`noValidate`), so that the
 * browser's faults and the service's go one path, past rjsf: widgets read what is said of their field from `FormContext`.
 */
import RjsfForm from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { FieldValues } from '../engine/form-schema.ts';
import type { CompiledForm, FormField } from '../engine/pack.ts';
import type { Block, FormScreen } from '../generated/config.ts';
import { Button } from '../theme/button.tsx';
import { Dialog } from '../theme/dialog.tsx';
import { Heading } from '../theme/heading.tsx';
import { Tabs } from '../theme/tabs.tsx';
import { templates } from '../theme/templates.tsx';
import { type FormContext, FormContextProvider, TypedContext } from '../widgets/context.ts';
import { selectForm } from './action-context.ts';
import { Blocks } from './blocks.tsx';
import { useTyping } from './context.tsx';
import { FailureAlert } from './failure.tsx';
import { flatFields } from './flat-fields.tsx';
import { ID_PREFIX } from './focus.ts';
import type { HeadingRef } from './heading-ref.ts';
import { useLiveCheck } from './live-check.ts';
import { keepTyped } from './memory.ts';
import { changeValues, pickValues, uiSchemaOf } from './rjsf-data.ts';
import type { Screening } from './screening.ts';
import { isSpent, secondsLeft, shownFields, targetOf, timerKey } from './session.ts';
import { useScreening } from './use-screening.ts';
import { validatorOf } from './validate.ts';
import { heldBy, tabsOf } from './visit.ts';

export function FormScreenView({
  screen,
  headingRef,
}: {
  readonly screen: FormScreen;
  readonly headingRef: HeadingRef;
}) {
  const screening = useScreening();
  const { session, state, text, has, rich, key, run } = screening;
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
          {panel}
        </Dialog>
      </>
    );
  }
  return (
    <>
      <Heading title={title} headingRef={headingRef} {...(has(lead) ? { lead: rich(lead) } : {})} />
      <Blocks blocks={withoutBanner(screen.before)} />
      {names.length > 1 ? (
        <Tabs
          id="forms"
          label={text('frame.tabs')}
          tabs={names.map((id) => ({ id, label: text(key(`forms.${id}.tab`)) }))}
          selected={state.form}
          onSelect={(form) => {
            selectForm(session, form);
            keepTyped(session);
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
  const { state, text, key, waiting } = useScreening();
  const form = screen.forms[state.form];
  if (form === undefined) return null;
  return (
    <>
      <FailureAlert />
      <Blocks blocks={form.before} />
      <CompiledFormView event={form.event} name={state.form}>
        <Blocks blocks={form.blocks} />
        <Button look="primary" type="submit" pending={state.pending === form.event} waiting={waiting}>
          {text(key(`forms.${state.form}.submit`))}
        </Button>
      </CompiledFormView>
      <Blocks blocks={form.after} />
    </>
  );
}

/** The first of the flow values that the form names its account by. */
function usernameOf({ state: { pack, form, flow } }: Screening): string | undefined {
  const names = pack.screen.kind === 'form' ? (pack.screen.forms[form]?.username ?? []) : [];
  const known = names.map((name) => flow[name]).find((value) => value !== undefined && value !== '');
  return known === undefined ? undefined : String(known);
}

/** Field → what is said of it. */
function sentencesOf({ faultOf }: Screening, form: CompiledForm): ReadonlyMap<string, string> {
  const said = form.fields.map((field) => [field.id, faultOf(field)] as const);
  return new Map(said.filter((each): each is [string, string] => each[1] !== undefined));
}

/** What a field's widget shows beside its value: what is said of it, its live check, and where a code would go. */
function aboutField({ state }: Screening, form: CompiledForm, name: string, sentence = ''): string {
  const to = form.fields.find(({ id }) => id === name)?.field.send?.to;
  return [
    sentence,
    state.failure?.concerns === name,
    state.checks[name],
    to === undefined ? '' : state.values[to],
  ].join('\n');
}

/** An object that stays the same as long as its content does: rjsf compares by identity what it need not rebuild. */
function useStable<T>(value: T): T {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  return useMemo(() => value, [text]);
}

interface CompiledFormProps {
  readonly name: string;
  /** Event that sending the form runs. */
  readonly event: string;
  readonly children: ReactNode;
}

/** One form: its fields by rjsf, then whatever stands before its end. */
function CompiledFormView({ name, event, children }: CompiledFormProps) {
  const screening = useTyping();
  const { session, state, calm, texts, run } = screening;
  const form = state.pack.forms[name] as CompiledForm;
  const shown = shownFields(session, state);
  const sentences = sentencesOf(screening, form);
  const leave = useLiveCheck(screening);
  const uiSchema = useStable(uiSchemaOf(form, new Set(shown.map(({ id }) => id))));
  const formData = useStable(pickValues(form, state.values));

  useEffect(() => {
    // The last of the values typed here, for a reload or another language.
    return () => keepTyped(session);
  }, [session]);

  const latest = useRef({ screening, sentences, leave });
  latest.current = { screening, sentences, leave };
  const about = (field: string): string => aboutField(screening, form, field, sentences.get(field));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calm state stands for all that is not typed
  const context = useMemo((): FormContext => {
    const now = () => latest.current;
    return {
      language: session.shell.language,
      line: session.shell.line,
      fields: Object.fromEntries(form.fields.map((each: FormField) => [each.id, each])),
      text: (key, params) => now().screening.text(key, params),
      rich: (key, params) => now().screening.rich(key, params),
      has: texts.has,
      target: (to) => targetOf(now().screening.state, to),
      errors: (field) => {
        const sentence = now().sentences.get(field);
        return sentence === undefined ? [] : [sentence];
      },
      concerned: (field) => now().screening.state.failure?.concerns === field,
      ways: (field) => {
        const { state: present, links } = now().screening;
        return links(present.fieldFailures[field]?.entry.links ?? [], 'errors.links.');
      },
      check: (field) => now().screening.state.checks[field] ?? 'idle',
      leave: (field) => now().leave(field),
      run: (each) => now().screening.run(each),
      pending: heldBy(calm),
      seconds: (timer) => secondsLeft(now().screening.state, timer),
      sent: (timer) => now().screening.state.timers[timerKey(now().screening.state, timer)] !== undefined,
      spent: (timer) => isSpent(now().screening.state, timer),
      disabled: false,
      username: usernameOf(screening),
    };
  }, [session, calm, form]);

  return (
    <FormContextProvider value={context}>
      <TypedContext.Provider value={about}>
        <EndContext.Provider value={children}>
          <RjsfForm
            key={name}
            schema={form.schema as RJSFSchema}
            validator={validatorOf(form, state.validators[name])}
            uiSchema={uiSchema}
            formData={formData}
            fields={flatFields as never}
            templates={templates}
            idPrefix={ID_PREFIX}
            // Whatever becomes of the page's scripts, nothing typed may ever stand in an address.
            method="post"
            noValidate
            noHtml5Validate
            showErrorList={false}
            experimental_customMergeAllOf={withoutAllOf}
            experimental_defaultFormStateBehavior={DEFAULTS}
            onChange={({ formData: changed }, id) => changeValues(screening, form, changed as FieldValues, id)}
            onSubmit={(_data, submit) => {
              submit.preventDefault();
              run(event);
            }}
          >
            {END}
          </RjsfForm>
        </EndContext.Provider>
      </TypedContext.Provider>
    </FormContextProvider>
  );
}

/** What stands after the fields. It reaches the end of the form past rjsf, which compares its own children deeply. */
const EndContext = createContext<ReactNode>(null);

const FormEnd = (): ReactNode => useContext(EndContext);

const END = <FormEnd />;

/** Values come from the visit alone; rjsf invents none. */
const DEFAULTS = { emptyObjectFields: 'skipDefaults', constAsDefaults: 'never' } as const;

/** A field's named patterns are for the validators; for drawing it they mean nothing, and merging them costs 5 KB. */
function withoutAllOf({ allOf: _, ...schema }: RJSFSchema): RJSFSchema {
  return schema;
}
