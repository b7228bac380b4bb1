type Months = 'medicalMonths' | 'personMonths' | 'rejectedMonths' | 'messageMonths';

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);

export function retentionWords({
  medicalMonths,
  personMonths,
  rejectedMonths,
  messageMonths,
}: Record<Months, number>): string[] {
  const untilAsked = 'until you ask us to erase it, or we no longer need it';
  const after = (count: number, since: string) => (count ? `${months(count)} after ${since}` : untilAsked);
  const sent = 'you sent your registration';
  return [
    `What you tell us about your health: ${after(medicalMonths || personMonths, sent)}.`,
    `The rest of your registration: ${after(personMonths, sent)}.`,
    ...(rejectedMonths ? [`If we cannot take you: ${months(rejectedMonths)} after we told you.`] : []),
    `Messages that you write to us: ${after(messageMonths, 'you sent them')}.`,
  ];
}
