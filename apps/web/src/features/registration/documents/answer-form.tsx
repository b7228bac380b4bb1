import { documentLimits, documentsPath } from '@institute/contract/applicant-documents.constants';
import { listAskOptions } from '@institute/contract/asks.constants';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { useState } from 'react';
import type { AskCardProps } from './ask-card-props.ts';

type AnswerFormProps = Pick<AskCardProps, 'ask' | 'sender'>;

/** The answer to one question. An answer that was given is shown again, unless it is private. */
export function AnswerForm({ ask, sender }: AnswerFormProps) {
  const [isSaved, setSaved] = useState(false);
  if (ask.state === 'accepted') return <p className="whitespace-pre-line">{ask.answer ?? 'Answered'}</p>;
  return (
    <Form
      method="post"
      action={documentsPath}
      className="flex flex-col items-start gap-3"
      onInput={() => setSaved(false)}
      onSubmit={async (event) => {
        if (!sender) return;
        event.preventDefault();
        const trimmedAnswer = String(new FormData(event.currentTarget).get('answer') ?? '').trim();
        setSaved(await sender.answer(ask.id, trimmedAnswer || null));
      }}
    >
      <input type="hidden" name="action" value="answer" />
      <input type="hidden" name="ask" value={ask.id} />
      <AnswerControl ask={ask} />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="outline">
          Save answer
          <span className="sr-only">{`: ${ask.label}`}</span>
        </Button>
        <span role="status" className="text-sm font-semibold text-success">
          {isSaved && 'Saved'}
        </span>
      </div>
    </Form>
  );
}

function AnswerControl({ ask }: Pick<AnswerFormProps, 'ask'>) {
  const [chosen, setChosen] = useState(ask.answer ?? '');
  const isStoredAnswerHidden = ask.isPrivate && ask.state !== 'missing';
  const fieldLabelText = isStoredAnswerHidden ? 'New answer' : 'Answer';
  const privacyHint = isStoredAnswerHidden
    ? 'Your answer is stored and not shown again. A new one takes its place.'
    : ask.isPrivate && 'It is not shown again once it is stored.';
  const answerChoices = listAskOptions(ask).map((option) => ({ value: option, label: option }));
  if (answerChoices.length > 0) {
    return (
      <>
        <Radios
          legend={fieldLabelText}
          name="answer"
          choices={answerChoices}
          value={chosen}
          onChoose={setChosen}
        />
        {privacyHint && <p className="text-sm text-muted">{privacyHint}</p>}
      </>
    );
  }
  // Empty only where it takes back what is shown
  const sharedControlProps = {
    name: 'answer',
    defaultValue: ask.answer ?? '',
    required: ask.answer === null,
  };
  const controlLabel = (
    <>
      {fieldLabelText}
      <span className="sr-only">{`: ${ask.label}`}</span>
    </>
  );
  return (
    <Field label={controlLabel} hint={privacyHint} className="w-full max-w-text">
      {ask.kind === 'text' ? (
        <Textarea {...sharedControlProps} rows={3} maxLength={documentLimits.answer} />
      ) : (
        <Input
          {...sharedControlProps}
          {...(ask.kind === 'day' ? { type: 'date' } : { inputMode: 'decimal' })}
        />
      )}
    </Field>
  );
}
