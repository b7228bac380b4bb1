/** Asks again while the answer is 503, as clients do. A busy machine cannot serve all callers in time. */
export async function untilAdmitted<T extends { status: number } | { statusCode: number }>(
  ask: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (('status' in answer ? answer.status : answer.statusCode) !== 503) return answer;
  }
}
