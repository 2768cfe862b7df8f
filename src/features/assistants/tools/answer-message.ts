import type { MessageReply } from "../../../web/http/message/route.js";
import { isRecord, readMessage, RpcError, type RpcMessage, writeResult, writeRpcError } from "./json-rpc.js";
import { METHODS, type MethodScope } from "./methods.js";

/** Answer a message of the protocol. @param text JSON of one message */
export async function answerMessage(scope: MethodScope, text: string): Promise<MessageReply> {
  let message: RpcMessage;
  try {
    message = readMessage(text);
  } catch (error) {
    if (error instanceof RpcError) return { status: 400, message: writeRpcError(null, error) };
    throw error;
  }
  if (message.kind === "unanswered") return { status: 202, message: null };
  const { id, method, params } = message;
  try {
    const answer = METHODS.get(method);
    if (!answer) {
      const known = [...METHODS.keys()].join(", ");
      throw new RpcError("unknownMethod", `Unknown method "${method}"; known: ${known}`);
    }
    if (!isRecord(params)) throw new RpcError("invalidParams", 'Invalid params: "params" must be an object');
    return { status: 200, message: writeResult(id, await answer(scope, params)) };
  } catch (error) {
    if (error instanceof RpcError) return { status: 200, message: writeRpcError(id, error) };
    throw error;
  }
}
