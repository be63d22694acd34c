// What the service says in English of requests that it refuses.

/** Titles by the type of the problem. */
export const problems = {
  "invalid-request": "请求无效",
  "malformed-json": "请求不是 JSON",
  "unknown-caller": "无法识别调用者",
  "forbidden": "调用者无权执行此操作",
  "not-found": "未找到",
  "method-not-allowed": "此路径不支持该方法",
  "not-acceptable": "无法以所要求的媒体类型回答",
  "too-slow": "客户端收发过慢",
  "conflict": "请求与当前状态冲突",
  "gone": "所请求的数据已不再保存",
  "precondition-failed": "文档已被更改",
  "too-large": "请求过大",
  "uri-too-long": "地址过长",
  "unsupported-media-type": "不支持请求的媒体类型",
  "unusable-fingerprint": "指纹无法使用",
  "too-many-requests": "请求过于频繁",
  "internal-error": "服务出错",
  "unsupported": "服务在当前模式下不提供此功能",
  "unsupported-http": "不支持此 HTTP 版本或传输编码",
  "busy": "服务繁忙",
  "loading": "正在加载文档",
  "quarantined": "集合目前无法使用",
  "stopping": "服务正在停止",
  "storage": "目前无法存储或读取文档",
};

const fields = {
  collection: "集合", document: "文档", id: "ID",
  judgements: "判断", kind: "类型", limit: "数量", maxDistance: "最大距离", metadata: "元数据", name: "名称", passages: "引用查找", profile: "方案",
  storeText: "存储原文", text: "文本", texts: "原文", ttlSeconds: "过期秒数", verify: "验证", weights: "权重", with: "另一集合",
};

const AGAIN = "请稍后重试。";
const RANGE = "须为 {least} 至 {most}。";
const FOREIGN = "含有所选方案不支持的字符；请更正，或选择其他方案。";

/**
 * What is wrong and what to do, by the type of the problem, and where fields differ by the field. Of several, the first is used
 * whose values the problem has. They are true of all refusals of requests that the page sends.
 */
const details = {
  "invalid-request": {
    id: ["须为 {least} 至 {most} 个字符，不含控制字符，且不能是“.”或“..”。", "该 ID 含有不完整的字符，或者其文档没有可用于此操作的原文。"],
    judgements: "两类判断至少各需一对，最好各 50 对，并且文档的原文须已存储。",
    limit: RANGE,
    maxDistance: "须为 {least} 至 {most} 位。",
    metadata: "须为不含不完整字符的 JSON 对象。",
    passages: "仅在存储原文时可用；请同时选择“存储原文”。",
    profile: "没有此方案；请选择列出的方案。",
    storeText: "此服务不存储原文；请取消选择“存储原文”。",
    text: FOREIGN,
    texts: "可用的原文太少或太短；请存储更多文档的原文。",
    ttlSeconds: "须为 {least} 至 {most} 的整数。",
    verify: "与所选方案或“不存储原文”不符；请选择其他方案，或存储原文。",
    weights: "需要验证候选文档；请选择其他方案，或存储原文。",
    with: "两个集合的方案须相同；请将原文复制到同一方案的集合。",
  },
  "unknown-caller": "请求须带有有效的 API 密钥。",
  "forbidden": "所用的密钥不允许此操作。",
  "not-found": {
    collection: "没有此名称的集合；请选择其他集合。",
    id: "没有此 ID 的文档或任务；可能已被删除或已过期。",
    of: "所引用的任务已被删除或已过期。",
    a: "这两个文档没有判断。",
  },
  "too-slow": "请检查网络连接，然后重试。",
  "conflict": {
    collection: "此集合没有启用所需的功能；请在其设置中启用引用查找和原文存储。",
    id: "该任务目前不允许此操作：它尚未完成、正在被更改、已被撤销，或者其集合已被删除。",
    profile: "集合中已有文档，不能更改方案；请新建集合。",
    "": "集合已被删除并重新创建；请重新载入此页面。",
  },
  "gone": "从此处起的变更已不再保存；请重新开始。",
  "precondition-failed": "读取之后，文档已被他人更改或删除；请重新读取，然后再试。",
  "too-large": {
    body: "请求超过服务的限制；请分多次发送。",
    by: "近似重复的文档对过多；请减小最大距离。",
    collection: "集合过大，无法执行此任务；请按元数据选择部分文档。",
    id: "该文档过大，无法存储；请缩短它，或不存储其原文。",
    metadata: "作为 JSON 最多 {most} 个字符。",
    results: "任务的结果过多；请减小最大距离，或删除以前的任务。",
    text: "最多 {most} 个字符。",
  },
  "too-many-requests": AGAIN,
  "internal-error": "请重试；如果再次发生，请查看服务的日志。",
  "unsupported": "此功能要求所有文档在同一进程中，集群不提供。",
  "busy": AGAIN,
  "loading": AGAIN,
  "quarantined": "自服务启动以来无法使用；原因见“开始”页和服务的日志。",
  "stopping": AGAIN,
  "storage": "请检查服务的磁盘和日志，然后重试。",
};

/** What is wrong in Chinese; undefined if only the English sentence says it. `error` is of the field, with its range. */
export function detailOf(type, { field = "", ...range } = {}) {
  const last = field.replace(/\[\d+\]$/, "").split(".").at(-1);
  const known = details[type];
  const sentence = [typeof known === "string" ? known : known?.[last] ?? []].flat()
    .find((each) => [...each.matchAll(/\{(\w+)\}/g)].every(([, name]) => name in range));
  const filled = sentence?.replace(/\{(\w+)\}/g, (_, name) => range[name]);
  return filled && fields[last] && typeof known !== "string" ? fields[last] + "：" + filled : filled;
}
