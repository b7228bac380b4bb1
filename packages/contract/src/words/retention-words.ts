type Months = 'medicalMonths' | 'personMonths' | 'rejectedMonths' | 'messageMonths';

const formatMonths = (count: number) => (count === 1 ? '1 month' : `${count} months`);

export function retentionWords({
  medicalMonths,
  personMonths,
  rejectedMonths,
  messageMonths,
}: Record<Months, number>): string[] {
  const untilAsked = 'until you ask us to erase it, or we no longer need it';
  const monthsAfter = (count: number, since: string) =>
    count ? `${formatMonths(count)} after ${since}` : untilAsked;
  const sent = 'you sent your registration';
  return [
    `What you tell us about your health: ${monthsAfter(medicalMonths || personMonths, sent)}.`,
    `The rest of your registration: ${monthsAfter(personMonths, sent)}.`,
    ...(rejectedMonths ? [`If we cannot take you: ${formatMonths(rejectedMonths)} after we told you.`] : []),
    `Messages that you write to us: ${monthsAfter(messageMonths, 'you sent them')}.`,
  ];
}
