import {
  type DocumentState,
  documentFaults,
  documentLimits,
  refusalReasonTexts,
} from '@institute/contract/applicant-documents.constants';
import { askTimeNames, isAskNeeded } from '@institute/contract/asks.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { AnswerForm } from './answer-form.tsx';
import type { AskCardProps } from './ask-card-props.ts';
import { FilePicker } from './file-picker.tsx';
import { PageList } from './page-list.tsx';

const documentStateWords: Record<DocumentState, { text: string; tone: BadgeTone }> = {
  missing: { text: 'Missing', tone: 'sun' },
  sent: { text: 'Sent', tone: 'sky' },
  accepted: { text: 'Accepted', tone: 'green' },
  refused: { text: 'Send it again', tone: 'clay' },
};

export function AskCard(props: AskCardProps) {
  const { ask, fault } = props;
  const { text, tone } = documentStateWords[ask.state];
  const isMissingAskOptional = ask.state === 'missing' && !isAskNeeded(ask);
  return (
    <Card as="section" aria-label={ask.label} id={`ask-${ask.id}`} tabIndex={-1} className="scroll-mt-24">
      <CardBody className="gap-3">
        <div className="flex flex-col items-start gap-1">
          <Badge tone={isMissingAskOptional ? 'neutral' : tone}>
            {isMissingAskOptional ? 'Not sent' : text}
          </Badge>
          <Heading level={2} size="card" className="wrap-anywhere">
            {ask.label}
          </Heading>
          <p className="text-sm text-muted first-letter:uppercase">{askTimeNames[ask.needed]}</p>
        </div>
        {ask.help && <p className="max-w-text text-base whitespace-pre-line">{ask.help}</p>}
        {ask.reason && (
          <Alert tone="warning" title={`${refusalReasonTexts[ask.reason]}.`}>
            {ask.words && <p className="whitespace-pre-line">{ask.words}</p>}
            {ask.pages.length > 0 && <p>Replace the page, or remove it and add another.</p>}
          </Alert>
        )}
        {ask.kind === 'document' ? <DocumentPages {...props} /> : <AnswerForm {...props} />}
        <div role="alert" className="empty:hidden">
          <FieldError>{fault}</FieldError>
        </div>
      </CardBody>
    </Card>
  );
}

function DocumentPages(props: AskCardProps) {
  const { ask, waiting, sender } = props;
  const shownPageCount = ask.pages.length + waiting.filter(({ replaces }) => replaces === null).length;
  const isFull = shownPageCount >= documentLimits.pages;
  return (
    <>
      <p role="status" className="sr-only">
        {ask.pages.length > 0 && `Pages that have arrived: ${ask.pages.length}`}
      </p>
      <PageList {...props} />
      {ask.state !== 'accepted' && (
        <>
          {isFull && <p className="text-sm text-muted">{documentFaults.tooManyPages}</p>}
          {!(isFull && sender) && <FilePicker {...props} hasPages={shownPageCount > 0} isFull={isFull} />}
        </>
      )}
    </>
  );
}
