extension StyleCase {
  static let all = [
    billing, forge, jsonAPI, resourceNames, cluster, chat, blog, petShop, telephony, tienda, files, shop, cloud,
    procedures, several,
  ]

  /// Forms in, envelopes with `object`, ids with prefixes, POST to an item as a change.
  static let billing = StyleCase(
    name: "billing",
    document: smallDocument(
      [
        "GET /v1/customers ?limit:integer,starting_after,ending_before,email > (object:list;data:[Customer];has_more:boolean;url:string)",
        "POST /v1/customers <form~(email:string;name:string) > Customer",
        "GET /v1/customers/{customer} > Customer",
        "POST /v1/customers/{customer} <form~(email:string;name:string) > Customer",
        "DELETE /v1/customers/{customer} > (id:string;object:customer;deleted:boolean)",
        "GET /v1/customers/{customer}/sources ?limit:integer,starting_after,ending_before > (data:[Source];has_more:boolean)",
        "GET /v1/invoices ?customer,status:draft|open|paid,limit:integer,starting_after,ending_before > (object:string;data:[Invoice];has_more:boolean)",
        "POST /v1/invoices <form~(customer:string!) > Invoice",
        "GET /v1/invoices/{invoice} > Invoice",
        "POST /v1/invoices/{invoice}/pay > Invoice",
        "POST /v1/invoices/{invoice}/void > Invoice",
        "GET /v1/invoices/search ?query*,limit:integer,page > (data:[Invoice];has_more:boolean;next_page:string;total_count:integer)",
        "GET /v1/balance > Balance",
        "GET /v1/account > Account",
      ],
      schemas: [
        "Customer": "id:cus_NffrFeUfNV2Hib!;object:string;email:string;name:string;created:integer!",
        "Source": "id:src_1MyZ4kLkdIwHu7;customer:string;brand:string",
        "Invoice":
          "id:in_1MtHbELkdIwHu7ixl4OzzPMv!;customer:string;status:draft|open|paid|void;total:integer;created:integer",
        "Balance": "object:string;available:[(amount:integer;currency:string)];livemode:boolean",
        "Account": "id:acct_1032D82eZvKYlo2C;email:string;country:string",
      ]),
    expected: [
      "GET /v1/customers list customers env=data page=record:starting_after<ending_before/limit",
      "POST /v1/customers create customers",
      "GET /v1/customers/{customer} read customers id=customer",
      "POST /v1/customers/{customer} update customers id=customer",
      "DELETE /v1/customers/{customer} delete customers id=customer",
      "GET /v1/customers/{customer}/sources list sources in=customers env=data page=record:starting_after<ending_before/limit",
      "GET /v1/invoices list invoices env=data page=record:starting_after<ending_before/limit",
      "POST /v1/invoices create invoices",
      "GET /v1/invoices/{invoice} read invoices id=invoice",
      "POST /v1/invoices/{invoice}/pay action invoices id=invoice set=status:paid",
      "POST /v1/invoices/{invoice}/void action invoices id=invoice set=status:void",
      "GET /v1/invoices/search list invoices env=data page=cursor:page/limit",
      "GET /v1/balance read balance",
      "GET /v1/account read users",
    ])

  /// Two parameters that name a parent, numbers within it, arrays with `Link`, flags set by PUT and DELETE.
  static let forge = StyleCase(
    name: "forge",
    document: smallDocument(
      [
        "GET /user > User",
        "PATCH /user <(name:string;email:string) > User",
        "GET /users/{username} > User",
        "GET /user/repos ?per_page:integer,page:integer,sort > + [Repository]",
        "POST /user/repos <(name:string!;private:boolean) >201 Repository",
        "GET /orgs/{org}/repos ?per_page:integer,page:integer > + [Repository]",
        "GET /repos/{owner}/{repo} > Repository",
        "PATCH /repos/{owner}/{repo} <(name:string) > Repository",
        "DELETE /repos/{owner}/{repo} >204",
        "GET /repos/{owner}/{repo}/issues ?state:open|closed|all,labels,per_page:integer,page:integer > + [Issue]",
        "POST /repos/{owner}/{repo}/issues <(title:string!;body:string) >201 Issue",
        "GET /repos/{owner}/{repo}/issues/{issue_number} > Issue",
        "PATCH /repos/{owner}/{repo}/issues/{issue_number} <(title:string;state:open|closed) > Issue",
        "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock >204",
        "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock >204",
        "GET /repos/{owner}/{repo}/issues/{issue_number}/comments ?per_page:integer,page:integer > + [Comment]",
        "POST /repos/{owner}/{repo}/issues/{issue_number}/comments <(body:string!) >201 Comment",
        "GET /repos/{owner}/{repo}/issues/comments/{comment_id} > Comment",
        "GET /search/issues ?q*,per_page:integer,page:integer > (total_count:integer;incomplete_results:boolean;items:[Issue])",
        "GET /repos/{owner}/{repo}/topics > (names:[string])",
        "PUT /repos/{owner}/{repo}/topics <(names:[string]!) > (names:[string])",
        "GET /zen > string",
      ],
      schemas: [
        "User": "login:string!;id:integer!;name:string;email:string;created_at:date-time",
        "Repository":
          "id:integer!;name:string!;full_name:string;owner:User;private:boolean;archived:boolean;created_at:date-time",
        "Issue":
          "id:integer!;number:integer!;title:string;body:string;state:open|closed;locked:boolean;user:User;created_at:date-time",
        "Comment": "id:integer!;body:string;user:User;created_at:date-time",
      ]),
    expected: [
      "GET /user read users",
      "PATCH /user update users",
      "GET /users/{username} read users id=username",
      "GET /user/repos list repos in=users page=page:page/per_page+Link",
      "POST /user/repos create repos in=users",
      "GET /orgs/{org}/repos list repos in={org} page=page:page/per_page+Link",
      "GET /repos/{owner}/{repo} read repos id=repo in={owner}",
      "PATCH /repos/{owner}/{repo} update repos id=repo in={owner}",
      "DELETE /repos/{owner}/{repo} delete repos id=repo in={owner}",
      "GET /repos/{owner}/{repo}/issues list issues in={owner},repos page=page:page/per_page+Link",
      "POST /repos/{owner}/{repo}/issues create issues in={owner},repos",
      "GET /repos/{owner}/{repo}/issues/{issue_number} read issues id=issue_number in={owner},repos",
      "PATCH /repos/{owner}/{repo}/issues/{issue_number} update issues id=issue_number in={owner},repos",
      "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock action issues id=issue_number in={owner},repos set=locked:true",
      "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock action issues id=issue_number in={owner},repos set=locked:false",
      "GET /repos/{owner}/{repo}/issues/{issue_number}/comments list comments in={owner},repos,issues page=page:page/per_page+Link",
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments create comments in={owner},repos,issues",
      "GET /repos/{owner}/{repo}/issues/comments/{comment_id} read comments id=comment_id in={owner},repos",
      "GET /search/issues list issues env=items page=page:page/per_page",
      "GET /repos/{owner}/{repo}/topics read topics in={owner},repos",
      "PUT /repos/{owner}/{repo}/topics replace topics in={owner},repos",
      "GET /zen call -",
    ])

  /// `data` with `type`, `id` and `attributes`.
  static let jsonAPI = StyleCase(
    name: "JSON:API",
    document: smallDocument(
      [
        "GET /articles ?page[number]:integer,page[size]:integer,filter[status],sort > (data:[Article];links:Links;meta:(total:integer))",
        "POST /articles <(data:NewArticle!) >201 (data:Article)",
        "GET /articles/{id} > (data:Article)",
        "PATCH /articles/{id} <(data:NewArticle!) > (data:Article)",
        "DELETE /articles/{id} >204",
        "GET /articles/{id}/comments ?page[offset]:integer,page[limit]:integer > (data:[Comment];links:Links)",
      ],
      schemas: [
        "Article": "type:string!;id:uuid!;attributes:(title:string;status:draft|live;created_at:date-time)",
        "NewArticle": "type:string!;attributes:(title:string!;status:draft|live)",
        "Comment": "type:string!;id:string!;attributes:(body:string)",
        "Links": "first:string;prev:string;next:string;last:string",
      ]),
    expected: [
      "GET /articles list articles env=data page=page:page[number]/page[size]",
      "POST /articles create articles env=data req=data",
      "GET /articles/{id} read articles id=id env=data",
      "PATCH /articles/{id} update articles id=id env=data req=data",
      "DELETE /articles/{id} delete articles id=id",
      "GET /articles/{id}/comments list comments in=articles env=data page=offset:page[offset]/page[limit]",
    ])

  /// Lists by tokens, verbs behind a colon.
  static let resourceNames = StyleCase(
    name: "resource names",
    document: smallDocument(
      [
        "GET /v1/shelves ?pageSize:integer,pageToken > (shelves:[Shelf];nextPageToken:string)",
        "POST /v1/shelves <Shelf > Shelf",
        "GET /v1/shelves/{shelf} > Shelf",
        "DELETE /v1/shelves/{shelf} > Empty",
        "GET /v1/shelves/{shelf}/books ?pageSize:integer,pageToken,filter > (books:[Book];nextPageToken:string)",
        "POST /v1/shelves/{shelf}/books <Book > Book",
        "GET /v1/shelves/{shelf}/books/{book} > Book",
        "PATCH /v1/shelves/{shelf}/books/{book} ?updateMask <Book > Book",
        "POST /v1/shelves/{shelf}/books/{book}:archive <Empty > Book",
        "POST /v1/shelves/{shelf}:merge <(otherShelf:string!) > Shelf",
        "POST /v1/books:search <(query:string) > (books:[Book];nextPageToken:string)",
        "POST /v1/text:annotate <(text:string) > (entities:[(name:string)])",
      ],
      schemas: [
        "Shelf": "name:string;theme:string;createTime:date-time",
        "Book": "name:string;author:string;title:string;state:ACTIVE|ARCHIVED;updateTime:date-time",
        "Empty": "",
      ]),
    expected: [
      "GET /v1/shelves list shelves env=shelves page=cursor:pageToken/pageSize",
      "POST /v1/shelves create shelves",
      "GET /v1/shelves/{shelf} read shelves id=shelf",
      "DELETE /v1/shelves/{shelf} delete shelves id=shelf",
      "GET /v1/shelves/{shelf}/books list books in=shelves env=books page=cursor:pageToken/pageSize",
      "POST /v1/shelves/{shelf}/books create books in=shelves",
      "GET /v1/shelves/{shelf}/books/{book} read books id=book in=shelves",
      "PATCH /v1/shelves/{shelf}/books/{book} update books id=book in=shelves",
      "POST /v1/shelves/{shelf}/books/{book}:archive action books id=book in=shelves set=state:ARCHIVED",
      "POST /v1/shelves/{shelf}:merge action shelves id=shelf",
      "POST /v1/books:search search books env=books page=cursor:-",
      "POST /v1/text:annotate call -",
    ])

  /// Namespaces, ids below `metadata`, the whole record at `/status`.
  static let cluster = StyleCase(
    name: "cluster",
    document: smallDocument(
      [
        "GET /api/v1/namespaces ?limit:integer,continue,labelSelector > NamespaceList",
        "POST /api/v1/namespaces <Namespace >201 Namespace",
        "GET /api/v1/namespaces/{name} > Namespace",
        "GET /api/v1/pods ?limit:integer,continue > PodList",
        "GET /api/v1/namespaces/{namespace}/pods ?limit:integer,continue > PodList",
        "POST /api/v1/namespaces/{namespace}/pods <Pod >201 Pod",
        "DELETE /api/v1/namespaces/{namespace}/pods > Status",
        "GET /api/v1/namespaces/{namespace}/pods/{name} > Pod",
        "PUT /api/v1/namespaces/{namespace}/pods/{name} <Pod > Pod",
        "PATCH /api/v1/namespaces/{namespace}/pods/{name} <map > Pod",
        "DELETE /api/v1/namespaces/{namespace}/pods/{name} > Status",
        "GET /api/v1/namespaces/{namespace}/pods/{name}/status > Pod",
        "PUT /api/v1/namespaces/{namespace}/pods/{name}/status <Pod > Pod",
        "GET /version > (major:string;minor:string)",
      ],
      schemas: [
        "Meta": "name:string;namespace:string;uid:string;creationTimestamp:date-time",
        "ListMeta": "continue:string;remainingItemCount:integer;resourceVersion:string",
        "Namespace": "apiVersion:string;kind:string;metadata:Meta;spec:object",
        "NamespaceList": "apiVersion:string;kind:string;metadata:ListMeta;items:[Namespace]!",
        "Pod": "apiVersion:string;kind:string;metadata:Meta;spec:(nodeName:string);status:(phase:string)",
        "PodList": "apiVersion:string;kind:string;metadata:ListMeta;items:[Pod]!",
        "Status": "code:integer;message:string;status:string",
      ]),
    expected: [
      "GET /api/v1/namespaces list namespaces env=items page=cursor:continue/limit",
      "POST /api/v1/namespaces create namespaces",
      "GET /api/v1/namespaces/{name} read namespaces id=name",
      "GET /api/v1/pods list pods env=items page=cursor:continue/limit",
      "GET /api/v1/namespaces/{namespace}/pods list pods in=namespaces env=items page=cursor:continue/limit",
      "POST /api/v1/namespaces/{namespace}/pods create pods in=namespaces",
      "DELETE /api/v1/namespaces/{namespace}/pods delete pods in=namespaces",
      "GET /api/v1/namespaces/{namespace}/pods/{name} read pods id=name in=namespaces",
      "PUT /api/v1/namespaces/{namespace}/pods/{name} replace pods id=name in=namespaces",
      "PATCH /api/v1/namespaces/{namespace}/pods/{name} update pods id=name in=namespaces",
      "DELETE /api/v1/namespaces/{namespace}/pods/{name} delete pods id=name in=namespaces",
      "GET /api/v1/namespaces/{namespace}/pods/{name}/status read pods id=name in=namespaces",
      "PUT /api/v1/namespaces/{namespace}/pods/{name}/status update pods id=name in=namespaces",
      "GET /version read version",
    ])
}
