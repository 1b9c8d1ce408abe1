extension StyleCase {
  /// Members named after the resource around records of machines, actions as records, choices between schemas.
  static let cloud = StyleCase(
    name: "cloud",
    document: smallDocument(
      [
        "GET /v2/machines ?page:integer,per_page:integer,tag_name > (machines:[Machine];links:Links;meta:(total:integer))",
        "POST /v2/machines <(name:string!;region:string!) >202 (machine:Machine;links:(actions:[string]))",
        "DELETE /v2/machines ?tag_name* >204",
        "GET /v2/machines/{machine_id} > (machine:Machine)",
        "DELETE /v2/machines/{machine_id} >204",
        "GET /v2/machines/{machine_id}/actions > (actions:[Action];links:Links;meta:(total:integer))",
        "POST /v2/machines/{machine_id}/actions <(type:string!) >201 (action:Action)",
        "GET /v2/machines/{machine_id}/actions/{action_id} > (action:Action)",
        "GET /v2/account > (account:Account)",
        "GET /v2/account/keys ?page:integer > (ssh_keys:[Key];links:Links;meta:(total:integer))",
        "POST /v2/account/keys <(name:string!) >201 (ssh_key:Key)",
        "GET /v2/account/keys/{ssh_key_identifier} > (ssh_key:Key)",
        "PUT /v2/account/keys/{ssh_key_identifier} <(name:string) > (ssh_key:Key)",
        "GET /v3/machines/{machine_id}/metrics > (cpu:number)",
        "POST /v2/machines/{machine_id}/zap >204",
      ],
      schemas: [
        "Machine": "id:integer!;name:string!;region:string;status:new|active|off;locked:boolean;created_at:date-time",
        "Links": "pages:(first:uri;prev:uri;next:uri;last:uri)",
        "Action": "id:integer;status:in-progress|completed;type:string;resource_id:integer",
        "Account": "email:string;uuid:string", "Key": "id:integer;fingerprint:string;name:string",
      ]),
    expected: [
      "GET /v2/machines list machines env=machines page=page:page/per_page",
      "POST /v2/machines create machines env=machine",
      "DELETE /v2/machines call -",
      "GET /v2/machines/{machine_id} read machines id=machine_id env=machine",
      "DELETE /v2/machines/{machine_id} delete machines id=machine_id",
      "GET /v2/machines/{machine_id}/actions list actions in=machines env=actions page=page:-",
      "POST /v2/machines/{machine_id}/actions create actions in=machines env=action",
      "GET /v2/machines/{machine_id}/actions/{action_id} read actions id=action_id in=machines env=action",
      "GET /v2/account read users env=account",
      "GET /v2/account/keys list keys in=users env=ssh_keys page=page:page",
      "POST /v2/account/keys create keys in=users env=ssh_key",
      "GET /v2/account/keys/{ssh_key_identifier} read keys id=ssh_key_identifier in=users env=ssh_key",
      "PUT /v2/account/keys/{ssh_key_identifier} update keys id=ssh_key_identifier in=users env=ssh_key",
      "GET /v3/machines/{machine_id}/metrics read metrics in=machines",
      "POST /v2/machines/{machine_id}/zap action machines id=machine_id",
    ])

  /// Several records at once, actions as nouns, and ids in queries that need not be there.
  static let several = StyleCase(
    name: "several",
    document: smallDocument(
      [
        "GET /stays ?page:integer,size:integer > (stays:[Stay];next_page:string)",
        "POST /stays <(guest:string!) >201 Stay",
        "PATCH /stays ?id <(guest:string) > Stay",
        "GET /stays/{id} > Stay",
        "GET /stays/show_many ?ids > (stays:[Stay];next_page:string)",
        "DELETE /stays/destroy_many ?ids* >204",
        "POST /stays/bulk <(items:[Stay]!) > (ids:[integer])",
        "POST /stays/{id}/check-in > Stay",
        "POST /stays/{id}/cancellation > Stay",
      ], schemas: ["Stay": "id:integer!;guest:string;status:booked|checked_in|cancelled"]),
    expected: [
      "GET /stays list stays env=stays page=page:page/size",
      "POST /stays create stays",
      "PATCH /stays update stays id=?id",
      "GET /stays/{id} read stays id=id",
      "GET /stays/show_many list stays env=stays page=cursor:-",
      "DELETE /stays/destroy_many delete stays",
      "POST /stays/bulk create stays req=items",
      "POST /stays/{id}/check-in action stays id=id set=status:checked_in",
      "POST /stays/{id}/cancellation action stays id=id set=status:cancelled",
    ])

  /// Names of procedures in paths, ids in contents.
  static let procedures = StyleCase(
    name: "procedures",
    document: smallDocument(
      [
        "POST /api/listTasks <(page:integer;pageSize:integer) > (tasks:[Task];total:integer)",
        "POST /api/getTask <(taskId:integer!) > (task:Task)",
        "POST /api/createTask <(title:string!) > (task:Task)",
        "POST /api/updateTask <(taskId:integer!;title:string) > (task:Task)",
        "POST /api/deleteTask <(taskId:integer!) > (success:boolean)",
        "POST /api/completeTask <(taskId:integer!) > (task:Task)",
        "GET /users.profile.get ?token > (ok:boolean;profile:(email:string;phone:string))",
        "POST /users.profile.set <(profile:(email:string)) > (ok:boolean;profile:(email:string;phone:string))",
        "POST /reports.generate <(kind:string) > (url:string)",
        "GET /cart > (currency:string;items:[Task];total:integer)",
        "PUT /cart <(currency:string) > (currency:string;items:[Task];total:integer)",
        "GET /receipts/{receiptNumber} > (receiptNumber:string;items:[Task];total:integer)",
        "POST /receipts/{receiptNumber}/send >202",
      ], schemas: ["Task": "id:integer!;title:string;status:open|completed"]),
    expected: [
      "POST /api/listTasks search tasks env=tasks page=page:page/pageSize",
      "POST /api/getTask read tasks id=body.taskId env=task",
      "POST /api/createTask create tasks env=task",
      "POST /api/updateTask update tasks id=body.taskId env=task",
      "POST /api/deleteTask delete tasks id=body.taskId",
      "POST /api/completeTask action tasks id=body.taskId env=task set=status:completed",
      "GET /users.profile.get read profile env=profile",
      "POST /users.profile.set update profile env=profile req=profile",
      "POST /reports.generate call -",
      "GET /cart read cart",
      "PUT /cart update cart",
      "GET /receipts/{receiptNumber} read receipts id=receiptNumber",
      "POST /receipts/{receiptNumber}/send action receipts id=receiptNumber",
    ])
}
