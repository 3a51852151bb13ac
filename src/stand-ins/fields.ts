/** Stands in for rjsf's list of fields: a flat form needs these four and no arrays, layouts or alternatives. */
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';

export default function fields(): object {
  return { BooleanField, ObjectField, SchemaField, StringField };
}
