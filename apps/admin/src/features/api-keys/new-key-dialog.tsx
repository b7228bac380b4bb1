import { apiKeyInput } from '@institute/contract';
import type { ApiScope } from '@institute/contract/api-keys.constants';
import { fromLocalTime, toLocalDay } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { TermsField } from '../../forms/terms-field.tsx';

type ApiKeyValues = FormValues<typeof apiKeyInput>;

const scopeDescriptions: Record<ApiScope, string> = {
  'content:read': 'Read all content, drafts too',
  'content:write':
    'Add, change and delete content and pictures, but no prices, and read any item, drafts too',
  'registrations:read': 'Read registrations, without health information',
  'registrations:write':
    'Change and delete registrations, and read any one of them, without health information',
  'medical:read': 'Read the health information of registrations too',
  'documents:read': 'Read the answers of applicants, and which documents they sent',
  'donations:read': 'Read donations',
  'fees:read': 'Read the accounts of fees',
  'messages:read': 'Read messages',
  'site:write':
    'Change the texts of the site, but not whom visitors pay, call and write to, what is promised to them, or what leads to another site',
};

/** The key is still valid on the day in the field. */
const toInstantAtEndOfDay = (day: string | null | undefined) =>
  day ? fromLocalTime(`${day}T23:59:59`) : null;

type NewKeyDialogProps = { onMade: (key: string) => void; onClose: () => void };

export function NewKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const form = useSchemaForm(
    apiKeyInput,
    { name: '', scopes: [], expiresAt: '' },
    ({ expiresAt, ...values }: ApiKeyValues) => ({ ...values, expiresAt: toInstantAtEndOfDay(expiresAt) }),
  );
  const { mutateAsync: create } = admin.apiKeys.create.useMutation();
  return (
    <InputDialog
      form={form}
      send={async (input) => onMade((await create(input)).key)}
      messages={{ failed: 'The API key could not be made' }}
      submitLabel="Make Key"
      title="New API Key"
      description="For another program. What it does stands in the activity log under its name."
      size="lg"
      onClose={onClose}
    >
      <TextField<ApiKeyValues> name="name" label="Name" hint="Of the program that uses it" required />
      <TermsField
        name="scopes"
        legend="Scopes"
        hint="What everybody may read and send needs none of them."
        words={scopeDescriptions}
      />
      <TextField<ApiKeyValues>
        name="expiresAt"
        label="Valid Until"
        type="date"
        min={toLocalDay(new Date())}
        hint="Without a day it is valid until you revoke it"
        className="sm:max-w-72"
      />
    </InputDialog>
  );
}
