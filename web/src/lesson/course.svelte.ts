/** Somebody's way through a lesson: the table as it is now, and what is said to what they do. */
import type { Acted, Hinted, Lesson, LessonStep } from "../net/messages";
import { isCall } from "../state/actions";
import type { Acting } from "../state/context";
import { sound, soundsOf } from "../state/sounds";
import { type Table, tableAfter, tableOf } from "../state/table";

const NOTHING: LessonStep = { text: "" };

export class LessonCourse implements Acting {
  /** in the language of the page; in another one it is the same deal */
  lesson = $state.raw<Lesson>() as Lesson;
  table = $state.raw<Table>() as Table;
  /** of the step, from 0 */
  number = $state(0);
  /** the action that was wrong, if one was */
  #wrong = $state("");
  /** whether the others still act */
  isWatching = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `delay` is the time between two actions of the others, in seconds. */
  constructor(
    lesson: Lesson,
    private readonly delay: number,
  ) {
    this.lesson = lesson;
    this.begin();
  }

  get step(): LessonStep {
    return this.lesson.steps[this.number] ?? NOTHING;
  }

  /** What is said to what was wrong. */
  get answer(): string {
    const { refusals, wrong = "" } = this.step;
    return this.#wrong && (refusals?.[this.#wrong] ?? wrong);
  }

  get isOver(): boolean {
    return this.number === this.lesson.steps.length - 1;
  }

  /** What was to be done is shown to those who did something else, but in a puzzle, which they want to solve. */
  get hint(): Hinted | null {
    const { action } = this.step;
    if (!action || !this.answer || this.lesson.puzzle) return null;
    const call = this.table.deal?.legal.filter(isCall).find(({ text }) => text === action);
    return { type: "hinted", id: "", action, actions: call && { [action]: call } };
  }

  begin(): void {
    this.stop();
    this.table = tableOf(this.lesson.table);
    this.#at(0);
  }

  act(action: string): void {
    const { step } = this;
    if (this.isWatching || !step.action) return;
    if (action === step.action) this.goOn();
    else this.#wrong = action;
  }

  /** Go to the next step. */
  goOn(): void {
    this.#at(this.number + 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #at(number: number): void {
    this.number = number;
    this.#wrong = "";
    this.#watch(this.step.events ?? []);
  }

  /** Let happen what leads to the step: the first thing at once, which is the learner's own, and others in their time. */
  #watch([event, ...others]: readonly Acted[]): void {
    this.isWatching = event !== undefined;
    if (!event) return;
    const before = this.table;
    this.table = tableAfter(before, event);
    sound(...soundsOf(event, before, this.table));
    if (this.delay > 0) this.#timer = setTimeout(() => this.#watch(others), this.delay * 1000);
    else this.#watch(others);
  }
}
