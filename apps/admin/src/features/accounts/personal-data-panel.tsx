import { personErasure, personQuery } from '@institute/contract';
import { countItems } from '@institute/contract/count-items';
import { formatLocalMoney, formatMoney } from '@institute/contract/money';
import { formatBytes } from '@institute/contract/text';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { readFailureReason } from '../../forms/field-errors.ts';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { RequiredField } from '../../forms/required-field.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { AccountPanel } from './account-panel.tsx';
import { PersonCopySection } from './person-copy-section.tsx';

export function PersonalData() {
  const form = useSchemaForm(personQuery, { person: '' });
  const [person, setPerson] = useState('');
  const [isErasing, setErasing] = useState(false);
  const { mutateAsync: find, data: found, isPending: isFinding, reset } = admin.privacy.find.useMutation();

  const searchPerson = form.handleSubmit(async ({ person }) => {
    try {
      await find({ person });
      setPerson(person.trim());
    } catch (error) {
      form.setError('person', { message: readFailureReason(toApiFailure(error)) }, { shouldFocus: true });
    }
  });

  const foundDataLines = found && listFoundRowsByTable(found);
  return (
    <AccountPanel
      title="Personal Data"
      about="When somebody asks what we hold about them, wants a copy, or wants it erased. Make sure that it is them who ask. Each search is recorded, without the address."
    >
      <Form noValidate onSubmit={searchPerson} className="flex flex-col gap-3">
        <RequiredField
          form={form}
          name="person"
          label="Whose data"
          hint="The email address or the phone number that they gave us, or the number of a certificate, which finds nothing else."
          autoComplete="off"
        />
        <Button type="submit" variant="outline" pending={isFinding} className="self-start">
          Find
        </Button>
      </Form>
      <div aria-live="polite">
        {foundDataLines && (
          <div className="flex flex-col gap-4 border-t border-line pt-4">
            <Heading level={2} size="card" translate="no" className="wrap-anywhere">
              {person}
            </Heading>
            {foundDataLines.length === 0 && <p>We hold nothing under this.</p>}
            <dl className="flex flex-col gap-3">
              {foundDataLines.map(({ table, rows }) => (
                <div key={table}>
                  <dt className="text-sm text-muted">{table}</dt>
                  {rows.map((row) => (
                    <dd key={row} translate="no" className="wrap-anywhere">
                      {row}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
      {found && foundDataLines && foundDataLines.length > 0 && (
        <PersonCopySection key={person} person={person} documents={found.documents}>
          <Button variant="danger" onClick={() => setErasing(true)}>
            Erase
          </Button>
        </PersonCopySection>
      )}
      {isErasing && <EraseDialog person={person} onClose={() => setErasing(false)} onErased={reset} />}
    </AccountPanel>
  );
}

type PersonRecords = AdminAnswers['privacy']['find'];

/** Tables without rows are left out. */
function listFoundRowsByTable(found: PersonRecords): { table: string; rows: string[] }[] {
  const { registrations, certificates, namedIn, messages, donations, feePayments } = found;
  const { documents, notices, subscription, emails } = found;
  return [
    {
      table: 'Registrations',
      rows: registrations.map(
        ({ reference, name, status, createdAt }) =>
          `${reference}, ${name}, ${status}, ${formatDateTime(createdAt)}`,
      ),
    },
    {
      table: 'Certificates',
      rows: certificates.map(({ number, holder, state }) =>
        [number, holder, state].filter(Boolean).join(', '),
      ),
    },
    {
      table: 'Documents and answers',
      rows: documents?.given ? [describeGivenDocuments(documents)] : [],
    },
    { table: 'Named in the registrations of others, for an emergency or as guardian', rows: namedIn },
    {
      table: 'Messages',
      rows: messages.map(
        ({ name, subject, createdAt }) => `${name}: ${subject}, ${formatDateTime(createdAt)}`,
      ),
    },
    {
      table: 'Donations',
      rows: donations.map(({ name, amount, currency, receiptNumber, createdAt }) =>
        [name, formatMoney(currency, amount), receiptNumber, formatDateTime(createdAt)]
          .filter(Boolean)
          .join(', '),
      ),
    },
    {
      table: 'Fee payments',
      rows: feePayments.map(({ amount, receivedOn, receiptNumber }) =>
        [formatLocalMoney(amount), receiptNumber, formatDate(receivedOn)].filter(Boolean).join(', '),
      ),
    },
    { table: 'Notices of the payment provider', rows: notices > 0 ? [String(notices)] : [] },
    { table: 'Newsletter', rows: subscription ? [subscription] : [] },
    { table: 'Emails of the last 30 days', rows: emails > 0 ? [String(emails)] : [] },
  ].filter(({ rows }) => rows.length > 0);
}

const describeGivenDocuments = ({ given, pages, bytes }: NonNullable<PersonRecords['documents']>): string =>
  [`${given} given`, ...(pages > 0 ? [countItems(pages, 'page'), formatBytes(bytes)] : [])].join(', ');

type EraseDialogProps = { person: string; onClose: () => void; onErased: () => void };

function EraseDialog({ person, onClose, onErased }: EraseDialogProps) {
  const form = useSchemaForm(personErasure, { person, confirm: '' });
  const { mutateAsync: erase } = admin.privacy.erase.useMutation();
  return (
    <InputDialog
      form={form}
      send={async (typed) => {
        const { erased } = await erase(typed);
        toast.success('Personal data erased', { description: erased });
        onErased();
        // The dialog closes before the data that it shows are loaded again
        onClose();
      }}
      messages={{ failed: 'Failed to erase the data' }}
      submitLabel="Erase for good"
      variant="danger"
      title="Erase this person’s data for good?"
      description="Registrations, messages, payment notices, the newsletter address and emails go, and cannot be restored. Donations, fees and certificates keep amounts, days and numbers without the name. Backups hold it all until you delete them."
      onClose={onClose}
    >
      <RequiredField
        form={form}
        name="confirm"
        label="Type it again to confirm"
        hint={<span translate="no">{person}</span>}
        autoComplete="off"
      />
    </InputDialog>
  );
}
