type Written = { email: string; subject: string };

/** Opens the mail program with the answer begun; nothing of an address can become a header of it. */
export function replyLink({ email, subject }: Written): string {
  const answer = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answer)}`;
}
