// What the service says in English of requests that it refuses: titles by the type of the problem, and fields.
export const problems = {
  "invalid-request": "请求无效",
  "malformed-json": "请求不是 JSON",
  "unknown-caller": "无法识别调用者",
  "forbidden": "调用者无权执行此操作",
  "not-found": "未找到",
  "too-slow": "客户端收发过慢",
  "conflict": "请求与当前状态冲突",
  "gone": "所请求的数据已不再保存",
  "precondition-failed": "文档已被更改",
  "too-large": "请求过大",
  "unsupported-media-type": "不支持请求的媒体类型",
  "unusable-fingerprint": "指纹无法使用",
  "too-many-requests": "请求过于频繁",
  "internal-error": "服务出错",
  "unsupported": "服务在当前模式下不提供此功能",
  "busy": "服务繁忙",
  "loading": "正在加载文档",
  "quarantined": "集合目前无法使用",
  "stopping": "服务正在停止",
  "storage": "目前无法存储或读取文档",
};

export const fields = {
  collection: "集合", document: "文档", filter: "元数据条件", html: "HTML", id: "ID", kind: "类型", limit: "数量", maxDistance: "最大距离",
  metadata: "元数据", name: "名称", profile: "配置", text: "文本", ttlSeconds: "过期秒数",
};
