type Written = { email: string; subject: string };

/** Everything is encoded, so that no text can add a header. */
export function replyLink({ email, subject }: Written): string {
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answer)}`;
}
