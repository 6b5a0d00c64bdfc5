/** What a component asks of the server, and shows as soon as it is there. */
export interface Asked<T> {
  readonly answer: T | null;
  /** why there is none; empty while it may still come */
  readonly problem: string;
}

/** The answer to the last question. It is asked again when something changes that `ask` reads; null asks nothing. */
export function asked<T>(ask: () => Promise<T | null> | null): Asked<T> {
  let state = $state.raw<Asked<T>>({ answer: null, problem: "" });
  $effect(() => {
    let isCurrent = true;
    const tell = (answer: T | null, problem: string) => {
      if (isCurrent) state = { answer, problem };
    };
    tell(null, "");
    ask()?.then(
      (answer) => tell(answer, ""),
      (error: unknown) => tell(null, (error as Error).message),
    );
    return () => {
      isCurrent = false;
    };
  });
  return {
    get answer() {
      return state.answer;
    },
    get problem() {
      return state.problem;
    },
  };
}
