import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import { bindKeyPart } from "./bind-window.js";
import type { Drilldowns } from "./drilldown.js";
import type { Top } from "./figures.js";
import type { KeyPart } from "./term.js";

/** The bound parameter `top`, with its normalised spelling. */
export interface BoundTop extends Top {
  readonly canonical: string;
}

/** Bind `number` or `number@reference,reference`. @returns `null` if there is none, or after an error */
export function bindTop(model: Model, text: string | null, drilldowns: Drilldowns, errors: string[]): BoundTop | null {
  if (text === null) return null;
  const [number = "", ...rest] = text.split("@").map((part) => part.trim());
  const names = rest.join("@").split(",");
  const parts = rest.length === 0 ? [] : names.map((name) => bindKeyPart(model, name.trim(), drilldowns));
  for (const part of parts) if (typeof part === "string") errors.push(`top: ${part}`);
  const count = /^\d+$/.test(number) ? Number(number) : 0;
  if (count < 1) errors.push(`top: ${errorText("not_a_top", { value: number })}`);
  const within = parts.filter((part) => typeof part !== "string");
  const known: readonly KeyPart[] = within;
  const canonical = [count, ...known.map(({ key, attribute }) => `${key}.${attribute?.name ?? ""}`)].join(",");
  return { count, within, canonical };
}
