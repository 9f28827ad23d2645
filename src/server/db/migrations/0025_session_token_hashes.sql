-- Sessions are found by a hash of their token: a copy of this table opens none of them. Sessions go on.
update user_sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex') where length(token) <> 64;
