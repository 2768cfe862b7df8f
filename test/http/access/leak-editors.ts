import type { LeakRow } from "#src/web/http/routes/leak-row.js";

/** Show where a private dataset might show in the forms of managers. @param secret its name */
export function questionsOfEditors(secret: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /collections/editor": { open: ["/collections/editor", `/collections/editor?datasets=${secret}`] },
    "POST /collections/editor": { open: [`/collections/editor?name=x&label=x&datasets=${secret}`] },
    "GET /collections/editor/{collection}": {
      open: ["/collections/editor/none", `/collections/editor/${secret}`],
    },
    "POST /collections/editor/{collection}": {
      open: [`/collections/editor/${secret}?change=drop&confirmation=${secret}`],
    },
    "GET /shapes/editor": { open: ["/shapes/editor"] },
    "POST /shapes/editor": { open: [`/shapes/editor?name=x&id=${secret}`] },
    "GET /shapes/editor/{shapes}": { open: ["/shapes/editor/none", `/shapes/editor/${secret}`] },
    "POST /shapes/editor/{shapes}": { open: [`/shapes/editor/${secret}?change=drop&confirmation=${secret}`] },
    "GET /{dataset}/editor": {
      open: ["/town/editor", "/secret-plan/editor"],
      named: [`/${secret}/editor`],
      wrong: [`/${secret}/editor.json`],
    },
    "POST /{dataset}/editor": { open: [], named: [`/${secret}/editor?change=drop&confirmation=${secret}`] },
    "GET /{dataset}/editor/members": {
      open: [
        "/town/editor/members",
        "/secret-plan/editor/members",
        "/town/editor/members?dimension=region&find=hidden",
      ],
      named: [`/${secret}/editor/members`, `/${secret}/editor/members?dimension=region&member=Hidden%20valley`],
      wrong: [`/${secret}/editor/members.json`],
    },
    "POST /{dataset}/editor/members": {
      open: [],
      named: [`/${secret}/editor/members?dimension=region&member=Hidden%20valley&do=publish`],
    },
    "GET /{dataset}/editor/model": {
      open: ["/town/editor/model", "/secret-plan/editor/model"],
      named: [`/${secret}/editor/model`],
      wrong: [`/${secret}/editor/model.json`],
    },
    "POST /{dataset}/editor/model": { open: [], named: [`/${secret}/editor/model?views=[]`] },
  };
}
