type RetentionMonths = 'medicalMonths' | 'personMonths' | 'rejectedMonths' | 'messageMonths';

const formatMonths = (count: number) => (count === 1 ? '1 month' : `${count} months`);

export function describeRetention({
  medicalMonths,
  personMonths,
  rejectedMonths,
  messageMonths,
}: Record<RetentionMonths, number>): string[] {
  const untilErasedText = 'until you ask us to erase it, or we no longer need it';
  const formatMonthsAfter = (count: number, since: string) =>
    count ? `${formatMonths(count)} after ${since}` : untilErasedText;
  const sentRegistrationText = 'you sent your registration';
  return [
    `What you tell us about your health: ${formatMonthsAfter(medicalMonths || personMonths, sentRegistrationText)}.`,
    `The rest of your registration: ${formatMonthsAfter(personMonths, sentRegistrationText)}.`,
    ...(rejectedMonths ? [`If we cannot take you: ${formatMonths(rejectedMonths)} after we told you.`] : []),
    `Messages that you write to us: ${formatMonthsAfter(messageMonths, 'you sent them')}.`,
  ];
}
